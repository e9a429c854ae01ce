"""An entailment model for ENTAIL_ENDPOINT. It needs `pip install torch transformers`.

python entailment_server.py 8200    # then ENTAIL_ENDPOINT=http://127.0.0.1:8200/
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from transformers import pipeline

MODEL = "MoritzLaurer/DeBERTa-v3-base-mnli-fever-anli"
LABELS = ("entailment", "neutral", "contradiction")
judge = pipeline("text-classification", model=MODEL, top_k=None, truncation=True)


class Handler(BaseHTTPRequestHandler):
    """Answers a list of pairs with as many lists of three probabilities."""

    def do_POST(self) -> None:
        """Judge the pairs of one request."""
        pairs = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = [{"text": p["premise"], "text_pair": p["hypothesis"]} for p in pairs]
        found = [{row["label"]: row["score"] for row in rows} for rows in judge(texts)]
        body = json.dumps([[each[name] for name in LABELS] for each in found]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
