;; Counts line starts in bytes: 64 bytes at a time without carriage returns, otherwise 32.
;; Built into src/text/lines/line-scan.ts by scripts/build-wasm.mjs; a test compares the two.
(module
  (import "reader" "memory" (memory 1))

  ;; Adds the sixteen unsigned bytes of a vector to four 32-bit sums.
  (func $widen (param $sums v128) (param $bytes v128) (result v128)
    (i32x4.add
      (local.get $sums)
      (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $bytes)))))

  (func $total (param $sums v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
      (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))

  ;; 0xff in each lane whose byte starts a line: after a line feed, or after a carriage return that no line feed follows.
  (func $starts (param $at i32) (result v128)
    (local $before v128)
    (local.set $before (v128.load (i32.sub (local.get $at) (i32.const 1))))
    (v128.or
      (i8x16.eq (local.get $before) (i8x16.splat (i32.const 10)))
      (v128.andnot
        (i8x16.eq (local.get $before) (i8x16.splat (i32.const 13)))
        (i8x16.eq (v128.load (local.get $at)) (i8x16.splat (i32.const 10))))))

  ;; Subtracts 0xff for each lane that is a line feed, which adds one.
  (func $addFeeds (param $counts v128) (param $bytes v128) (result v128)
    (i8x16.sub (local.get $counts) (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 10)))))

  (func $returns (param $left v128) (param $right v128) (result v128)
    (v128.or
      (i8x16.eq (local.get $left) (i8x16.splat (i32.const 13)))
      (i8x16.eq (local.get $right) (i8x16.splat (i32.const 13)))))

  ;; Counts the bytes of [start, stop) that start a line. The length is a positive multiple of 32, at most 4032.
  (func $countSlowly (param $start i32) (param $stop i32) (result i32)
    (local $bytes v128)
    (loop $vector
      (local.set $bytes (i8x16.sub (local.get $bytes) (call $starts (local.get $start))))
      (local.set $bytes (i8x16.sub (local.get $bytes) (call $starts (i32.add (local.get $start) (i32.const 16)))))
      (local.set $start (i32.add (local.get $start) (i32.const 32)))
      (br_if $vector (i32.lt_u (local.get $start) (local.get $stop))))
    (call $total (call $widen (v128.const i32x4 0 0 0 0) (local.get $bytes))))

  ;; Does the same for a positive multiple of 64, at most 4032: a line starts after each line feed.
  (func $count (param $start i32) (param $stop i32) (result i32)
    (local $at i32) (local $even v128) (local $odd v128) (local $returns v128)
    (local $first v128) (local $second v128) (local $third v128) (local $fourth v128)
    (local.set $at (i32.sub (local.get $start) (i32.const 1)))
    (loop $vector
      (local.set $first (v128.load (local.get $at)))
      (local.set $second (v128.load offset=16 (local.get $at)))
      (local.set $third (v128.load offset=32 (local.get $at)))
      (local.set $fourth (v128.load offset=48 (local.get $at)))
      (local.set $even (call $addFeeds (call $addFeeds (local.get $even) (local.get $first)) (local.get $third)))
      (local.set $odd (call $addFeeds (call $addFeeds (local.get $odd) (local.get $second)) (local.get $fourth)))
      (local.set $returns (v128.or (local.get $returns) (v128.or
        (call $returns (local.get $first) (local.get $second))
        (call $returns (local.get $third) (local.get $fourth)))))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $vector (i32.lt_s (local.get $at) (i32.sub (local.get $stop) (i32.const 1)))))
    (if (v128.any_true (local.get $returns))
      (then (return (call $countSlowly (local.get $start) (local.get $stop)))))
    (call $total (call $widen (call $widen (v128.const i32x4 0 0 0 0) (local.get $even)) (local.get $odd))))

  ;; Counts the bytes of [start, end) that start a line. The byte before start must be readable.
  (func (export "countStarts") (param $start i32) (param $end i32) (result i32)
    (local $stop i32) (local $count i32)
    (block $short
      (loop $batch
        (br_if $short (i32.lt_s (i32.sub (local.get $end) (local.get $start)) (i32.const 64)))
        ;; A lane counts to at most 252 before it is widened.
        (local.set $stop (i32.add (local.get $start) (i32.const 4032)))
        (if (i32.gt_u (local.get $stop) (local.get $end))
          (then (local.set $stop (i32.sub (local.get $end)
            (i32.and (i32.sub (local.get $end) (local.get $start)) (i32.const 63))))))
        (local.set $count (i32.add (local.get $count) (call $count (local.get $start) (local.get $stop))))
        (local.set $start (local.get $stop))
        (br $batch)))
    (block $done
      (loop $byte
        (br_if $done (i32.ge_u (local.get $start) (local.get $end)))
        (local.set $count (i32.add (local.get $count)
          (i32.or
            (i32.eq (i32.load8_u (i32.sub (local.get $start) (i32.const 1))) (i32.const 10))
            (i32.and
              (i32.eq (i32.load8_u (i32.sub (local.get $start) (i32.const 1))) (i32.const 13))
              (i32.ne (i32.load8_u (local.get $start)) (i32.const 10))))))
        (local.set $start (i32.add (local.get $start) (i32.const 1)))
        (br $byte)))
    (local.get $count)))
