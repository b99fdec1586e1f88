"""Runs the parts of a batch as tasks of Ray: python ray_shards.py DOCUMENTS TEXT 64

Every node needs the program, and sees both folders. A task that is lost runs again, and its part goes on.
"""

import subprocess
import sys

import ray

documents, text, count = sys.argv[1], sys.argv[2], int(sys.argv[3])


@ray.remote(num_cpus=2, max_retries=5, retry_exceptions=True)
def run(shard):
    command = ["reader", "batch", documents, "--out", text, "--shard", f"{shard}/{count}", "--concurrency", "2", "--take-over", "--quiet"]
    status = subprocess.run(command, check=False).returncode
    # 1: documents failed, and are in failures.jsonl; the part is complete. 3: it stopped.
    if status > 1:
        raise RuntimeError(f"Part {shard} ended with {status}.")
    return status


ray.init()
statuses = ray.get([run.remote(shard) for shard in range(count)])
print(f"{count} parts are complete, {sum(statuses)} with failures.")
