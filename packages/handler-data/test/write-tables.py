"""Writes the Arrow and Avro files of `fixtures/data` with pyarrow 25, polars 1.44 and fastavro 1.12.

python3 packages/handler-data/test/write-tables.py
"""

import datetime as dt
import decimal
import io
import json
import pathlib
import uuid

import fastavro
import polars
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.ipc as ipc

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "fixtures" / "data"
UTC = dt.timezone.utc


def write(case, name, content, request=None):
    folder = FOLDER / case
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    if request is not None:
        (folder / "request.json").write_text(json.dumps(request) + "\n")


def weather():
    rows = range(120)
    return pa.table(
        {
            "city": pa.array([["Rome", "Oslo", "Kyiv"][i % 3] for i in rows]).dictionary_encode(),
            "day": pa.array([dt.date(2026, 1, 1) + dt.timedelta(days=i) for i in rows]),
            "at": pa.array([dt.datetime(2026, 1, 1, 9, 30, 0, i + 1, UTC) for i in rows], pa.timestamp("us", "UTC")),
            "degrees": pa.array([None if i % 10 == 0 else i / 4 for i in rows]),
            "visits": pa.array([i * 10_000_000_000_000_000 for i in rows], pa.int64()),
        }
    )


def kinds():
    """One column for each kind of type."""
    struct = pa.struct([("x", pa.int32()), ("price", pa.decimal128(10, 2))])
    return pa.table(
        {
            "bool": pa.array([True, None, False]),
            "uint8": pa.array([0, 255, None], pa.uint8()),
            "float16": pa.array([1.5, -2.0, None], pa.float16()),
            "decimal": pa.array([decimal.Decimal("12.50"), decimal.Decimal("-0.05"), None], pa.decimal128(10, 2)),
            "wide": pa.array([decimal.Decimal("123456789012345678901234567890.1"), None, None], pa.decimal256(40, 1)),
            "text": pa.array(["a | b", "two\nlines", None], pa.large_string()),
            "view": pa.array(["short", "a text that is longer than twelve bytes", None], pa.string_view()),
            "bytes": pa.array([b"\x01\x02", b"", None]),
            "fixed": pa.array([b"abcd", b"efgh", None], pa.binary(4)),
            "time": pa.array([dt.time(9, 30, 1, 500), None, dt.time(23, 59, 59)], pa.time64("us")),
            "local": pa.array([dt.datetime(2026, 3, 29, 2, 30), None, dt.datetime(1969, 12, 31, 23, 59, 59, 999000)], pa.timestamp("ms")),
            "nano": pa.array([1_700_000_000_123_456_789, None, -1], pa.timestamp("ns", "Europe/Rome")),
            "duration": pa.array([90, None, 0], pa.duration("s")),
            "interval": pa.array([pa.MonthDayNano([1, 2, 3]), None, pa.MonthDayNano([0, 0, 0])]),
            "list": pa.array([[1, 2], [], None], pa.list_(pa.int64())),
            "pair": pa.array([[1, 2], [3, 4], None], pa.list_(pa.int8(), 2)),
            "struct": pa.array([{"x": 1, "price": decimal.Decimal("0.10")}, {"x": None, "price": None}, None], struct),
            "map": pa.array([[("a", 1)], [], None], pa.map_(pa.string(), pa.int32())),
            "runs": pa.RunEndEncodedArray.from_arrays(pa.array([2, 3], pa.int32()), pa.array(["x", "y"])),
            "nothing": pa.nulls(3),
        }
    )


def file_of(table, batch=None, **options):
    sink = io.BytesIO()
    with ipc.new_file(sink, table.schema, options=ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(table, max_chunksize=batch)
    return sink.getvalue()


def stream_of(table, batch=None, **options):
    sink = io.BytesIO()
    with ipc.new_stream(sink, table.schema, options=ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(table, max_chunksize=batch)
    return sink.getvalue()


def feather_of(table, **options):
    sink = io.BytesIO()
    feather.write_feather(table, sink, **options)
    return sink.getvalue()


def polars_file():
    frame = polars.DataFrame(
        {
            "name": ["Ada", "Grace", None],
            "kind": polars.Series(["x", "y", "x"], dtype=polars.Categorical),
            "when": [dt.datetime(2026, 11, 29, 9, 0), None, dt.datetime(2026, 11, 30, 9, 0)],
            "tags": [["a", "b"], [], None],
        }
    )
    sink = io.BytesIO()
    frame.write_ipc(sink, compression="zstd")
    return sink.getvalue()


ORDER = {
    "type": "record",
    "name": "Order",
    "namespace": "shop",
    "fields": [
        {"name": "number", "type": "long"},
        {"name": "customer", "type": ["null", "string"]},
        {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 10, "scale": 2}},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
        {"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["NEW", "PAID"]}},
        {"name": "id", "type": {"type": "string", "logicalType": "uuid"}},
        {"name": "mark", "type": {"type": "fixed", "name": "Mark", "size": 2}},
        {"name": "weight", "type": "double"},
        {"name": "is_gift", "type": "boolean"},
        {
            "name": "lines",
            "type": {
                "type": "array",
                "items": {
                    "type": "record",
                    "name": "Line",
                    "fields": [
                        {"name": "article", "type": "string"},
                        {"name": "parts", "type": ["null", {"type": "array", "items": "Line"}], "default": None},
                    ],
                },
            },
        },
        {"name": "notes", "type": {"type": "map", "values": "string"}},
    ],
}


def order(i):
    return {
        "number": 9_007_199_254_740_993 if i == 2 else i,
        "customer": None if i % 5 == 0 else ["Ada", "Grace | Hopper", "Zoë"][i % 3],
        "price": decimal.Decimal(i * 125 - 100) / 100,
        "at": dt.datetime(2026, 11, 29, 9, i % 60, tzinfo=UTC),
        "day": dt.date(2026, 1, 1) + dt.timedelta(days=i),
        "state": ["NEW", "PAID"][i % 2],
        "id": str(uuid.UUID(int=i)),
        "mark": bytes([i % 256, 1]),
        "weight": i / 8,
        "is_gift": i % 2 == 0,
        "lines": [{"article": "tea", "parts": [{"article": "leaf", "parts": None}]}] if i % 7 == 0 else [],
        "notes": {"gift": "yes"} if i % 2 == 0 else {},
    }


def avro_of(schema, records, codec="null", interval=16000):
    sink = io.BytesIO()
    fastavro.writer(sink, schema, records, codec=codec, sync_interval=interval, sync_marker=bytes(range(16)))
    return sink.getvalue()


table = weather()
write("arrow", "input.arrow", file_of(table))
write("arrow-kinds", "input.arrow", file_of(kinds()))
write("arrow-lz4", "input.feather", feather_of(table, compression="lz4", chunksize=50))
write("arrow-zstd", "input.arrow", file_of(table, 30, compression="zstd"), {"select": "city,visits -3:"})
write("arrow-stream", "input.arrows", stream_of(table, 50), {"select": "49:52"})
write("arrow-polars", "input.ipc", polars_file())
write("arrow-cut", "input.arrow", file_of(table, 50)[:-2500])
write("arrow-empty", "input.arrow", file_of(table.slice(0, 0)))
write("feather-1", "input.feather", feather_of(table.select(["degrees"]), version=1))

orders = [order(i) for i in range(120)]
write("avro", "input.avro", avro_of(ORDER, orders[:60]))
write("avro-deflate", "input.avro", avro_of(ORDER, orders, "deflate", 2000), {"select": "number,price,customer 59:62"})
write("avro-snappy", "input.avro", avro_of(ORDER, orders[:20], "snappy"), {"select": "number,at -2:"})
write("avro-zstandard", "input.avro", avro_of(ORDER, orders[:20], "zstandard"), {"select": "state 3"})
write("avro-bzip2", "input.avro", avro_of(ORDER, orders[:2], "bzip2"))
write("avro-values", "input.avro", avro_of({"type": "array", "items": ["null", "int"]}, [[1, None], [], [2]]))
write("avro-cut", "input.avro", avro_of(ORDER, orders, "null", 2000)[:-1000], {"select": "number,state 60:"})
