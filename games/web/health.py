from dataclasses import asdict

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.queries.health import health


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Degraded is 200: as long as moves can be taken, nobody should restart us."""
    found = health(now=timezone.now())
    return JsonResponse(
        {"status": found.status, **asdict(found)},
        status=200 if found.database else 503,
        headers={"Cache-Control": "no-store"},
    )
