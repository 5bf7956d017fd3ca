"""What stands in deploy/ fits the program and itself: linters, schemas, ports, paths, settings, times, and users that are not root."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from fastapi.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from solver import kernel_cache

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
MANIFESTS = [
    (path, document)
    for path in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for document in yaml.safe_load_all(path.read_text())
    if path.name != "kustomization.yaml"
]
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def kind(name: str) -> Any:
    return next(document for _, document in MANIFESTS if document["kind"] == name)


POD = kind("Deployment")["spec"]["template"]["spec"]
CONTAINER = POD["containers"][0]
SETTINGS = kind("ConfigMap")["data"]


def image_environment() -> dict[str, str]:
    """What the last stage of the image sets."""
    said = DOCKERFILE.rpartition("\nFROM ")[2].replace("\\\n", " ")
    return dict(pair.split("=", 1) for line in re.findall(r"^ENV (.*)$", said, re.M) for pair in line.split())


def environments() -> Iterator[tuple[str, dict[str, str]]]:
    yield "Dockerfile", image_environment()
    yield "Kubernetes", SETTINGS
    for name, service in COMPOSE["services"].items():
        yield f"compose {name}", service.get("environment", {})


def test_the_image_passes_the_linter() -> None:
    program = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    assert program, "make venv installs it"
    done = subprocess.run([program, str(DEPLOY / "Dockerfile")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("path", "document"), MANIFESTS, ids=[f"{path.stem}-{document['kind']}" for path, document in MANIFESTS])
def test_a_manifest_fits_the_schema(path: Path, document: Any) -> None:
    """The schemas of Kubernetes itself; no key that it does not know."""
    for version in ("1.31", kubernetes_validate.latest_version()):
        kubernetes_validate.validate(document, version, strict=True)


def test_the_schemas_see() -> None:
    broken = {**kind("Service"), "spec": {**kind("Service")["spec"], "ports": [{"prot": 80}]}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, kubernetes_validate.latest_version(), strict=True)


def test_every_manifest_is_applied() -> None:
    listed = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text())
    assert set(listed["resources"]) == {path.name for path, _ in MANIFESTS}
    assert listed["images"][0]["name"] == CONTAINER["image"]


@pytest.mark.parametrize(("place", "environment"), list(environments()), ids=[place for place, _ in environments()])
def test_every_setting_is_one_of_ours(place: str, environment: dict[str, str]) -> None:
    """By its name, and with a value that it takes."""
    ours = {name: value for name, value in environment.items() if name.startswith("LIPAI_") and name != kernel_cache.BROUGHT}
    assert [name for name in ours if name.removeprefix("LIPAI_").lower() not in Settings.model_fields] == []
    Settings(**{name.removeprefix("LIPAI_").lower(): value for name, value in ours.items()})


def test_one_port_everywhere() -> None:
    port = int(image_environment()["LIPAI_PORT"])
    assert re.findall(r"^EXPOSE (\d+)$", DOCKERFILE, re.M) == [str(port)]
    assert CONTAINER["ports"] == [{"name": "http", "containerPort": port}]
    assert kind("Service")["spec"]["ports"][0]["targetPort"] == "http"
    assert kind("NetworkPolicy")["spec"]["ingress"][0]["ports"][0]["port"] == port
    assert all(mapping.endswith(f":{port}") for mapping in COMPOSE["services"]["lipai"]["ports"])
    prometheus = yaml.safe_load((DEPLOY / "compose" / "prometheus.yml").read_text())
    assert prometheus["scrape_configs"][0]["static_configs"][0]["targets"] == [f"lipai:{port}"]
    assert kind("Deployment")["spec"]["template"]["metadata"]["annotations"]["prometheus.io/port"] == str(port)


def test_every_path_answers() -> None:
    """Probes, the image's health check, and where Prometheus reads."""
    paths = {CONTAINER[probe]["httpGet"]["path"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")}
    paths |= {kind("Deployment")["spec"]["template"]["metadata"]["annotations"]["prometheus.io/path"]}
    paths |= set(re.findall(r"/livez|/readyz", DOCKERFILE))
    with TestClient(create_app(Settings(warm_up=False))) as client:
        assert {path: client.get(path).status_code for path in paths} == dict.fromkeys(paths, 200)
    assert CONTAINER["readinessProbe"]["httpGet"]["path"] == "/readyz"


def test_time_to_end() -> None:
    """What runs may end before it is killed: after the pod has left the service, within the server's own grace."""
    grace = float(SETTINGS["LIPAI_GRACE_S"])
    leaving = float(CONTAINER["lifecycle"]["preStop"]["exec"]["command"][1])
    probe = CONTAINER["readinessProbe"]
    assert leaving >= probe["periodSeconds"]
    assert POD["terminationGracePeriodSeconds"] >= leaving + grace + 2
    lipai = COMPOSE["services"]["lipai"]
    assert float(lipai["stop_grace_period"].removesuffix("s")) >= float(lipai["environment"]["LIPAI_GRACE_S"]) + 2
    assert "STOPSIGNAL SIGTERM" in DOCKERFILE


def test_nobody_is_root_and_nothing_is_written_to() -> None:
    """One user in image, pod and compose file; a read-only root with one place to write, where everything that writes is sent."""
    user = re.findall(r"^USER (\d+):(\d+)$", DOCKERFILE, re.M)
    assert user == [("10001", "10001")]
    security = POD["securityContext"]
    assert (security["runAsNonRoot"], security["runAsUser"], security["runAsGroup"]) == (True, 10001, 10001)
    own = CONTAINER["securityContext"]
    assert (own["readOnlyRootFilesystem"], own["allowPrivilegeEscalation"], own["capabilities"]["drop"]) == (True, False, ["ALL"])
    for name in ("lipai", "prepare"):
        service = COMPOSE["services"][name]
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["tmpfs"][0].startswith("/run/lipai:mode=1777")
    scratch = next(mount["mountPath"] for mount in CONTAINER["volumeMounts"] if mount["name"] == "scratch")
    environment = image_environment()
    assert all(environment[name].startswith(scratch) for name in ("TMPDIR", "XDG_CACHE_HOME", kernel_cache.KEPT))


def test_the_image_is_built_from_what_is_there() -> None:
    """Every COPY finds its files and the ignore file lets them through; kernels are made for the processor they are read for."""
    ignore = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in ignore
    for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.M):
        for name in line.split()[:-1]:
            assert (ROOT / name).exists()
            assert f"!{name}" in ignore
    warm = next(line for line in DOCKERFILE.splitlines() if "lipai warm" in line)
    environment = image_environment()
    for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"):
        assert f"{name}={environment[name]}" in warm
    assert f"NUMBA_CACHE_DIR={environment[kernel_cache.BROUGHT]}" in warm


def test_scaling_and_budget_are_of_the_deployment() -> None:
    deployment, scaler, budget = kind("Deployment"), kind("HorizontalPodAutoscaler")["spec"], kind("PodDisruptionBudget")["spec"]
    assert scaler["scaleTargetRef"]["name"] == deployment["metadata"]["name"]
    assert deployment["spec"]["replicas"] == scaler["minReplicas"] > budget["maxUnavailable"]
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    for selector in (deployment["spec"]["selector"], budget["selector"], kind("NetworkPolicy")["spec"]["podSelector"]):
        assert selector["matchLabels"] == labels
    assert kind("Service")["spec"]["selector"] == labels
    assert CONTAINER["resources"]["requests"]["cpu"] == SETTINGS["LIPAI_WORKERS"]


def test_every_measure_that_is_drawn_is_counted() -> None:
    """Names in dashboards and alerts are those of the service."""
    known = set(re.findall(r'"(lipai_[a-z_]+)"', (ROOT / "api" / "metrics.py").read_text()))
    drawn = {name for path in DEPLOY.rglob("*.json") for name in re.findall(r"\blipai_[a-z_]+", path.read_text())}
    assert len(drawn) > 5
    assert [name for name in sorted(drawn) if re.sub(r"_(total|bucket|sum|count)$", "", name) not in known] == []
