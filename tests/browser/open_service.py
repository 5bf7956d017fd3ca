"""The service with every origin let in, as a test starts it: what a site with the component asks for."""

from starlette.middleware.cors import CORSMiddleware

from api.app import create_app

app = CORSMiddleware(create_app(), allow_origins=["*"], allow_methods=["GET", "POST"], allow_headers=["content-type"])
