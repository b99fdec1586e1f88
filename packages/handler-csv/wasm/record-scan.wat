;; Counts where records of separated values start, 64 bytes at a time: after a line end outside of quotation marks.
;; Built into src/csv/records/record-scan.ts by scripts/build-wasm.mjs; a test holds the two together.
(module
  (import "reader" "memory" (memory 1))

  ;; One bit for each of the 64 bytes of four vectors that equals a splat byte.
  (func $bits (param $at i32) (param $byte v128) (result i64)
    (i64.or
      (i64.or
        (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (local.get $byte))))
        (i64.shl
          (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.load offset=16 (local.get $at)) (local.get $byte))))
          (i64.const 16)))
      (i64.or
        (i64.shl
          (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.load offset=32 (local.get $at)) (local.get $byte))))
          (i64.const 32))
        (i64.shl
          (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.load offset=48 (local.get $at)) (local.get $byte))))
          (i64.const 48)))))

  ;; Each bit becomes the parity of itself and of all bits below it: 1 from an opening mark up to a closing one.
  (func $parity (param $bits i64) (result i64)
    (local.set $bits (i64.xor (local.get $bits) (i64.shl (local.get $bits) (i64.const 1))))
    (local.set $bits (i64.xor (local.get $bits) (i64.shl (local.get $bits) (i64.const 2))))
    (local.set $bits (i64.xor (local.get $bits) (i64.shl (local.get $bits) (i64.const 4))))
    (local.set $bits (i64.xor (local.get $bits) (i64.shl (local.get $bits) (i64.const 8))))
    (local.set $bits (i64.xor (local.get $bits) (i64.shl (local.get $bits) (i64.const 16))))
    (i64.xor (local.get $bits) (i64.shl (local.get $bits) (i64.const 32))))

  ;; Whether a byte may stand before an opening mark, or is a mark itself.
  (func $opens (param $byte i32) (param $delimiter i32) (param $mark i32) (result i64)
    (i64.extend_i32_u
      (i32.or
        (i32.or (i32.eq (local.get $byte) (i32.const 10)) (i32.eq (local.get $byte) (i32.const 13)))
        (i32.or (i32.eq (local.get $byte) (local.get $delimiter)) (i32.eq (local.get $byte) (local.get $mark))))))

  ;; How many bytes of [start, end) start a record, doubled, plus one where the end is inside of quotation marks. -1
  ;; where a mark stands that this count takes for an opening one and that no field starts with: whoever asks must look
  ;; closer. `signs` is the delimiter, the mark shifted by 8, and 1 shifted by 16 where the start is inside. The byte
  ;; before the start and 63 behind the end must be readable.
  (func (export "countStarts")
    (param $at i32) (param $end i32) (param $signs i32) (result i32)
    (local $inside i32) (local $delimiter i32) (local $mark i32)
    (local $delimiters v128) (local $marks v128) (local $feeds v128) (local $returns v128)
    (local $quoted i64) (local $markBits i64) (local $within i64) (local $feedBits i64) (local $returnBits i64)
    (local $openings i64) (local $valid i64) (local $afterFeed i64) (local $afterReturn i64) (local $starts i64)
    (local $count i32) (local $before i32)
    (local.set $inside (i32.shr_u (local.get $signs) (i32.const 16)))
    (local.set $mark (i32.and (i32.shr_u (local.get $signs) (i32.const 8)) (i32.const 255)))
    (local.set $delimiter (i32.and (local.get $signs) (i32.const 255)))
    (local.set $delimiters (i8x16.splat (local.get $delimiter)))
    (local.set $marks (i8x16.splat (local.get $mark)))
    (local.set $feeds (i8x16.splat (i32.const 10)))
    (local.set $returns (i8x16.splat (i32.const 13)))
    (local.set $quoted (i64.sub (i64.const 0) (i64.extend_i32_u (local.get $inside))))
    (local.set $valid (i64.const -1))
    (if (i32.eqz (local.get $inside)) (then
      (local.set $before (i32.load8_u (i32.sub (local.get $at) (i32.const 1))))
      (local.set $afterFeed (i64.extend_i32_u (i32.eq (local.get $before) (i32.const 10))))
      (local.set $afterReturn (i64.extend_i32_u (i32.eq (local.get $before) (i32.const 13))))))
    (block $done
      (loop $block
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (if (i32.lt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 64))
          (then (local.set $valid (i64.sub
            (i64.shl (i64.const 1) (i64.extend_i32_u (i32.sub (local.get $end) (local.get $at))))
            (i64.const 1)))))
        (local.set $feedBits (call $bits (local.get $at) (local.get $feeds)))
        (local.set $returnBits (call $bits (local.get $at) (local.get $returns)))
        (local.set $markBits (i64.and (call $bits (local.get $at) (local.get $marks)) (local.get $valid)))
        (local.set $within (local.get $quoted))
        (if (i64.ne (local.get $markBits) (i64.const 0)) (then
          (local.set $within (i64.xor (call $parity (local.get $markBits)) (local.get $quoted)))
          (local.set $openings (i64.and (local.get $markBits) (local.get $within)))
          (if (i64.ne
                (i64.const 0)
                (i64.and (local.get $openings) (i64.xor (i64.const -1) (i64.or
                  (call $opens
                    (i32.load8_u (i32.sub (local.get $at) (i32.const 1)))
                    (local.get $delimiter)
                    (local.get $mark))
                  (i64.shl
                    (i64.or
                      (i64.or (local.get $feedBits) (local.get $returnBits))
                      (i64.or (local.get $markBits) (call $bits (local.get $at) (local.get $delimiters))))
                    (i64.const 1))))))
            (then (return (i32.const -1))))))
        (local.set $quoted (i64.shr_s (local.get $within) (i64.const 63)))
        (local.set $starts (i64.and (local.get $valid) (i64.or
          (i64.or (local.get $afterFeed)
            (i64.shl (i64.and (local.get $feedBits) (i64.xor (local.get $within) (i64.const -1))) (i64.const 1)))
          (i64.and
            (i64.xor (local.get $feedBits) (i64.const -1))
            (i64.or (local.get $afterReturn)
              (i64.shl (i64.and (local.get $returnBits) (i64.xor (local.get $within) (i64.const -1))) (i64.const 1)))))))
        (local.set $count (i32.add (local.get $count) (i32.wrap_i64 (i64.popcnt (local.get $starts)))))
        (local.set $afterFeed (i64.shr_u
          (i64.and (local.get $feedBits) (i64.xor (local.get $within) (i64.const -1))) (i64.const 63)))
        (local.set $afterReturn (i64.shr_u
          (i64.and (local.get $returnBits) (i64.xor (local.get $within) (i64.const -1))) (i64.const 63)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $block)))
    (i32.or
      (i32.shl (local.get $count) (i32.const 1))
      (i32.wrap_i64 (i64.and (local.get $quoted) (i64.const 1))))))
