;; Copies lines and puts a gutter before each, sixteen bytes at a time.
;; Built into src/render/number-lines.ts by scripts/build-wasm.mjs; a test compares the two.
;;
;; Memory: at 0 the end of the input that was used, at 4 whether the number has outgrown its digits; the gutter of the next line is
;; at 32 and has 32 bytes, with a zero before it that marks its left end.
(module
  (import "reader" "memory" (memory 1))

  ;; Increments the number whose digits end at $at: 9 becomes 0 and carries to the left, a space becomes 1.
  (func $count (param $at i32)
    (local $digit i32)
    (loop $carry
      (local.set $digit (i32.load8_u (local.get $at)))
      (if (i32.eq (local.get $digit) (i32.const 57))
        (then
          (i32.store8 (local.get $at) (i32.const 48))
          (local.set $at (i32.sub (local.get $at) (i32.const 1)))
          (br $carry))))
    (if (i32.eqz (local.get $digit))
      (then (i32.store (i32.const 4) (i32.const 1)))
      (else
        (i32.store8
          (local.get $at)
          (select
            (i32.const 49)
            (i32.add (local.get $digit) (i32.const 1))
            (i32.eq (local.get $digit) (i32.const 32)))))))

  ;; Numbers the input of [in, end) into the memory from $out on, and returns the end of the output. A gutter has $length
  ;; bytes, and its last digit is at $last. Stops early when the number outgrows its digits. Reads up to 16 bytes after the
  ;; input, and writes up to 32 after the output.
  (func (export "number")
    (param $in i32) (param $end i32) (param $out i32) (param $length i32) (param $last i32) (param $isInside i32)
    (result i32)
    (local $bytes v128) (local $newlines i32) (local $taken i32)
    (block $done
      (loop $line
        (br_if $done (i32.ge_u (local.get $in) (local.get $end)))
        (br_if $done (i32.load (i32.const 4)))
        (if (local.get $isInside)
          (then (local.set $isInside (i32.const 0)))
          (else
            (v128.store (local.get $out) (v128.load (i32.const 32)))
            (v128.store offset=16 (local.get $out) (v128.load (i32.const 48)))
            (local.set $out (i32.add (local.get $out) (local.get $length)))
            (call $count (local.get $last))))
        (loop $vector
          (local.set $bytes (v128.load (local.get $in)))
          (v128.store (local.get $out) (local.get $bytes))
          (local.set $newlines (i8x16.bitmask (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 10)))))
          (local.set $taken
            (select
              (i32.add (i32.ctz (local.get $newlines)) (i32.const 1))
              (i32.const 16)
              (local.get $newlines)))
          (local.set $in (i32.add (local.get $in) (local.get $taken)))
          (local.set $out (i32.add (local.get $out) (local.get $taken)))
          (br_if $line (local.get $newlines))
          (br_if $vector (i32.lt_u (local.get $in) (local.get $end))))))
    ;; The last vector may have reached past the end of the input.
    (if (i32.gt_u (local.get $in) (local.get $end))
      (then
        (local.set $out (i32.sub (local.get $out) (i32.sub (local.get $in) (local.get $end))))
        (local.set $in (local.get $end))))
    (i32.store (i32.const 0) (local.get $in))
    (local.get $out)))
