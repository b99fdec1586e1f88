"""Runs the parts of a batch as tasks of Spark: spark-submit spark_shards.py DOCUMENTS TEXT 64

Every executor needs the program, and sees both folders. A task that is lost runs again, and its part goes on: with
--take-over, so speculative copies of tasks have to stay off.
"""

import subprocess
import sys

from pyspark.sql import SparkSession

documents, text, count = sys.argv[1], sys.argv[2], int(sys.argv[3])


def run(shard):
    command = ["reader", "batch", documents, "--out", text, "--shard", f"{shard}/{count}", "--take-over", "--quiet"]
    status = subprocess.run(command, check=False).returncode
    # 1: documents failed, and are in failures.jsonl; the part is complete. 3: it stopped.
    if status > 1:
        raise RuntimeError(f"Part {shard} ended with {status}.")
    return status


spark = SparkSession.builder.appName("reader").config("spark.speculation", "false").getOrCreate()
statuses = spark.sparkContext.parallelize(range(count), count).map(run).collect()
print(f"{count} parts are complete, {sum(statuses)} with failures.")
spark.read.json(f"{text}/shard-*/part-*.jsonl").printSchema()
