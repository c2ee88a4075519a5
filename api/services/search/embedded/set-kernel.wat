;; Loops over sets of docs. Bit sets are processed 128 bits at a time: their lengths, in bytes, are multiples
;; of 16. Lists are of unsigned 32-bit numbers; `out` needs room for the first list.
(module
  (import "scratch" "memory" (memory 1))

  ;; out = a and b. Returns how many bits are set in it.
  (func (export "and") (param $a i32) (param $b i32) (param $out i32) (param $length i32) (result i32)
    (local $at i32) (local $counts v128) (local $both v128)
    (loop $next
      (if (i32.lt_u (local.get $at) (local.get $length)) (then
        (local.set $both (v128.and
          (v128.load (i32.add (local.get $a) (local.get $at)))
          (v128.load (i32.add (local.get $b) (local.get $at)))))
        (v128.store (i32.add (local.get $out) (local.get $at)) (local.get $both))
        (local.set $counts (i32x4.add (local.get $counts) (call $count (local.get $both))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))
    (call $sum (local.get $counts)))

  ;; bits = bits or others. Returns how many were added.
  (func (export "add") (param $bits i32) (param $others i32) (param $length i32) (result i32)
    (local $at i32) (local $counts v128) (local $old v128) (local $new v128)
    (loop $next
      (if (i32.lt_u (local.get $at) (local.get $length)) (then
        (local.set $old (v128.load (i32.add (local.get $bits) (local.get $at))))
        (local.set $new (v128.andnot
          (v128.load (i32.add (local.get $others) (local.get $at))) (local.get $old)))
        (v128.store (i32.add (local.get $bits) (local.get $at))
          (v128.or (local.get $old) (local.get $new)))
        (local.set $counts (i32x4.add (local.get $counts) (call $count (local.get $new))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))
    (call $sum (local.get $counts)))

  ;; bits = bits and not others. Returns how many were removed.
  (func (export "remove") (param $bits i32) (param $others i32) (param $length i32) (result i32)
    (local $at i32) (local $counts v128) (local $old v128) (local $gone v128)
    (loop $next
      (if (i32.lt_u (local.get $at) (local.get $length)) (then
        (local.set $old (v128.load (i32.add (local.get $bits) (local.get $at))))
        (local.set $gone (v128.and
          (local.get $old) (v128.load (i32.add (local.get $others) (local.get $at)))))
        (v128.store (i32.add (local.get $bits) (local.get $at))
          (v128.xor (local.get $old) (local.get $gone)))
        (local.set $counts (i32x4.add (local.get $counts) (call $count (local.get $gone))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))
    (call $sum (local.get $counts)))

  ;; Writes the number of each set bit to `out`, ascending.
  (func (export "list") (param $bits i32) (param $out i32) (param $length i32)
    (local $at i32) (local $end i32) (local $word i64)
    (loop $next
      (if (i32.lt_u (local.get $at) (local.get $length)) (then
        (local.set $end (i32.add (local.get $at) (i32.const 16)))
        (if (v128.any_true (v128.load (i32.add (local.get $bits) (local.get $at)))) (then
          (loop $half
            (local.set $word (i64.load (i32.add (local.get $bits) (local.get $at))))
            (loop $bit
              (if (i64.ne (local.get $word) (i64.const 0)) (then
                (i32.store (local.get $out)
                  (i32.add (i32.shl (local.get $at) (i32.const 3))
                    (i32.wrap_i64 (i64.ctz (local.get $word)))))
                (local.set $out (i32.add (local.get $out) (i32.const 4)))
                (local.set $word (i64.and
                  (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
                (br $bit))))
            (local.set $at (i32.add (local.get $at) (i32.const 8)))
            (br_if $half (i32.lt_u (local.get $at) (local.get $end))))))
        (local.set $at (local.get $end))
        (br $next)))))

  ;; Sets the bits of a list's numbers. Returns how many were not set before.
  (func (export "mark") (param $bits i32) (param $list i32) (param $end i32) (result i32)
    (local $number i32) (local $place i32) (local $old i32) (local $new i32) (local $added i32)
    (loop $next
      (if (i32.lt_u (local.get $list) (local.get $end)) (then
        (local.set $number (i32.load (local.get $list)))
        (local.set $place (i32.add (local.get $bits)
          (i32.shl (i32.shr_u (local.get $number) (i32.const 5)) (i32.const 2))))
        (local.set $old (i32.load (local.get $place)))
        (local.set $new (i32.or
          (local.get $old) (i32.shl (i32.const 1) (local.get $number))))
        (i32.store (local.get $place) (local.get $new))
        (local.set $added (i32.add
          (local.get $added) (i32.ne (local.get $old) (local.get $new))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $next))))
    (local.get $added))

  ;; Writes the numbers of a list whose bit is set; with `flip` 1, those whose bit is not. Returns the end
  ;; of the output.
  (func (export "select")
    (param $list i32) (param $end i32) (param $bits i32) (param $flip i32) (param $out i32) (result i32)
    (local $number i32)
    (loop $next
      (if (i32.lt_u (local.get $list) (local.get $end)) (then
        (local.set $number (i32.load (local.get $list)))
        (i32.store (local.get $out) (local.get $number))
        (local.set $out (i32.add (local.get $out) (i32.shl
          (i32.xor (local.get $flip) (i32.and (i32.const 1) (i32.shr_u
            (i32.load (i32.add (local.get $bits)
              (i32.shl (i32.shr_u (local.get $number) (i32.const 5)) (i32.const 2))))
            (local.get $number))))
          (i32.const 2))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $next))))
    (local.get $out))

  ;; Writes the numbers that are in both of two ascending lists. Returns the end of the output.
  (func (export "intersect")
    (param $a i32) (param $aEnd i32) (param $b i32) (param $bEnd i32) (param $out i32) (result i32)
    (local $four v128) (local $others v128) (local $both i32) (local $left i32) (local $right i32)
    ;; Compares four of one with four of the other; then the four with the lower last number are done.
    (loop $next
      (if (i32.and
            (i32.le_u (i32.add (local.get $a) (i32.const 16)) (local.get $aEnd))
            (i32.le_u (i32.add (local.get $b) (i32.const 16)) (local.get $bEnd))) (then
        (local.set $four (v128.load (local.get $a)))
        (local.set $others (v128.load (local.get $b)))
        (local.set $both (i32x4.bitmask (v128.or
          (v128.or
            (i32x4.eq (local.get $four) (local.get $others))
            (i32x4.eq (local.get $four) (i8x16.shuffle 4 5 6 7 8 9 10 11 12 13 14 15 0 1 2 3
              (local.get $others) (local.get $others))))
          (v128.or
            (i32x4.eq (local.get $four) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
              (local.get $others) (local.get $others)))
            (i32x4.eq (local.get $four) (i8x16.shuffle 12 13 14 15 0 1 2 3 4 5 6 7 8 9 10 11
              (local.get $others) (local.get $others)))))))
        (loop $found
          (if (local.get $both) (then
            (i32.store (local.get $out) (i32.load (i32.add
              (local.get $a) (i32.shl (i32.ctz (local.get $both)) (i32.const 2)))))
            (local.set $out (i32.add (local.get $out) (i32.const 4)))
            (local.set $both (i32.and
              (local.get $both) (i32.sub (local.get $both) (i32.const 1))))
            (br $found))))
        (local.set $left (i32x4.extract_lane 3 (local.get $four)))
        (local.set $right (i32x4.extract_lane 3 (local.get $others)))
        (local.set $a (i32.add (local.get $a)
          (i32.shl (i32.le_u (local.get $left) (local.get $right)) (i32.const 4))))
        (local.set $b (i32.add (local.get $b)
          (i32.shl (i32.le_u (local.get $right) (local.get $left)) (i32.const 4))))
        (br $next))))
    (loop $next
      (if (i32.and
            (i32.lt_u (local.get $a) (local.get $aEnd))
            (i32.lt_u (local.get $b) (local.get $bEnd))) (then
        (local.set $left (i32.load (local.get $a)))
        (local.set $right (i32.load (local.get $b)))
        (if (i32.eq (local.get $left) (local.get $right)) (then
          (i32.store (local.get $out) (local.get $left))
          (local.set $out (i32.add (local.get $out) (i32.const 4)))))
        (local.set $a (i32.add (local.get $a)
          (i32.shl (i32.le_u (local.get $left) (local.get $right)) (i32.const 2))))
        (local.set $b (i32.add (local.get $b)
          (i32.shl (i32.le_u (local.get $right) (local.get $left)) (i32.const 2))))
        (br $next))))
    (local.get $out))

  ;; The number of bits set in each 32.
  (func $count (param $bits v128) (result v128)
    (i32x4.extadd_pairwise_i16x8_u
      (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt (local.get $bits)))))

  (func $sum (param $counts v128) (result i32)
    (i32.add
      (i32.add
        (i32x4.extract_lane 0 (local.get $counts)) (i32x4.extract_lane 1 (local.get $counts)))
      (i32.add
        (i32x4.extract_lane 2 (local.get $counts)) (i32x4.extract_lane 3 (local.get $counts))))))
