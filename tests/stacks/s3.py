"""A server of the S3 protocol (moto's), for uploads of several hosts."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import boto3
from botocore.config import Config

from tests.stacks.process import free_port, spawn, stop, wait_until

KEY, SECRET, REGION = "a-key", "its-secret", "us-east-1"


@contextmanager
def s3_server(folder: Path) -> Iterator[str]:
    """Run a server while the block runs; yield its address."""
    port, log = free_port(), folder / "s3.log"
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = spawn(command, log=log)
    try:
        wait_until(lambda: _answers(port), child=server, log=log, seconds=60)
        yield f"http://127.0.0.1:{port}"
    finally:
        stop(server)


def make_bucket(address: str) -> dict[str, str]:
    """Create a bucket; return Assay's variables for it."""
    name = f"assay-{uuid4().hex}"
    client = boto3.client(
        "s3",
        endpoint_url=address,
        aws_access_key_id=KEY,
        aws_secret_access_key=SECRET,
        region_name=REGION,
        config=Config(s3={"addressing_style": "path"}),
    )
    client.create_bucket(Bucket=name)
    return variables(address, name)


def variables(address: str, bucket: str) -> dict[str, str]:
    """Return Assay's variables for a bucket."""
    return {
        "S3_BUCKET": bucket,
        "S3_ENDPOINT": address,
        "S3_ACCESS_KEY": KEY,
        "S3_SECRET_KEY": SECRET,
        "S3_REGION": REGION,
    }


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
