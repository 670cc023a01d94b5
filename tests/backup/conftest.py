import shutil

import pytest

from tests.backup.own_site import OwnSite
from tests.services import postgresql


@pytest.fixture(scope="session")
def server():
    with postgresql.running() as server:
        yield server


@pytest.fixture(scope="session")
def demo_on_sqlite(tmp_path_factory):
    """A site with the demo's people and games, which takes seconds to make."""
    site = OwnSite(tmp_path_factory.mktemp("demo-sqlite"))
    site.set_up()
    return site


@pytest.fixture(scope="session")
def demo_on_postgresql(tmp_path_factory, server):
    site = OwnSite(tmp_path_factory.mktemp("demo-postgresql"), server)
    site.set_up()
    return site


@pytest.fixture
def sqlite_site(demo_on_sqlite, tmp_path):
    shutil.copytree(demo_on_sqlite.folder, tmp_path / "site")
    return OwnSite(tmp_path / "site", like=demo_on_sqlite)


@pytest.fixture
def postgresql_site(demo_on_postgresql, tmp_path, server):
    shutil.copytree(demo_on_postgresql.folder, tmp_path / "site")
    site = OwnSite(tmp_path / "site", server, like=demo_on_postgresql)
    yield site
    site.go()


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request):
    """A site that has played, on either database; its folder and rows are its own."""
    return request.getfixturevalue(f"{request.param}_site")
