"""A site with a database of its own, of either kind, driven by its commands."""

import json
import re
import shutil
import uuid
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import psycopg

from tests.config.settings_process import python
from tests.services import postgresql


class OwnSite:
    def __init__(
        self,
        folder: Path,
        server: postgresql.Server | None = None,
        like: "OwnSite | None" = None,
    ) -> None:
        self.folder = folder
        self.server = server
        if like:
            self.kept, self.before = like.kept, like.before
        self.variables = {
            "DATA_DIR": str(folder / "data"),
            "RUN_DIR": str(folder / "run"),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        if server:
            self.name = f"own_{uuid.uuid4().hex}"
            template = like.name if like else "template1"
            self._ask_the_server(f"CREATE DATABASE {self.name} TEMPLATE {template}")
            url = server.url.removesuffix("postgres") + self.name
            self.variables["DATABASE_URL"] = url

    def manage(self, *words: object, **variables: str) -> CompletedProcess[str]:
        return self._python("manage.py", *map(str, words), **variables)

    def said(self, *words: object, **variables: str) -> str:
        """What a command says that goes well."""
        done = self.manage(*words, **variables)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refused(self, *words: object, **variables: str) -> str:
        """What a command says that does not."""
        done = self.manage(*words, **variables)
        assert done.returncode == 1, done.stdout
        assert "Traceback" not in done.stderr
        return done.stderr

    def set_up(self) -> None:
        (self.folder / "data").mkdir(parents=True)
        self.said("migrate", "--verbosity", "0")
        self.said("createcachetable")
        self.said("demo")
        # Made once for all who are like this one: every command takes a second.
        self.kept = self.backup()
        self.before = self.portrait(notices=True)

    def do(self, code: str) -> str:
        """Run code inside of the site."""
        done = self._python("-c", f"import django; django.setup()\n{code}")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def portrait(self, *, notices: bool = False) -> dict[str, Any]:
        """Everything that a restore has to bring back."""
        found = json.loads(
            self.do("from tests.backup import portrait; portrait.show()")
        )
        return found if notices else without_notices(found)

    def backup(self) -> tuple[Path, Path]:
        """Make one; where the database is, and where the secrets."""
        said = self.said("backup")
        database, secrets = re.findall(r"^(/.*) \([\d,]+ bytes\)", said, re.MULTILINE)
        return Path(database), Path(secrets)

    def drop(self) -> None:
        """Lose the whole database."""
        if self.server:
            self._ask_the_server(f"DROP DATABASE {self.name} WITH (FORCE)")
            self._ask_the_server(f"CREATE DATABASE {self.name}")
        else:
            for file in (self.folder / "data").glob("postdoku.sqlite3*"):
                file.unlink()

    def go(self) -> None:
        """Leave nothing behind in a server that others use."""
        self._ask_the_server(f"DROP DATABASE {self.name} WITH (FORCE)")

    def lose_the_secrets(self) -> None:
        shutil.rmtree(self.folder / "data/secrets")

    def _ask_the_server(self, sql: str) -> None:
        assert self.server
        where = {"host": str(self.server.folder), "user": "postgres"}
        with closing(psycopg.connect(**where, autocommit=True)) as connection:
            connection.execute(sql)

    def _python(self, *words: str, **variables: str) -> CompletedProcess[str]:
        return python(*words, **self.variables | variables)


def without_notices(portrait: dict[str, Any]) -> dict[str, Any]:
    return {name: rows for name, rows in portrait.items() if name != "Notice"}
