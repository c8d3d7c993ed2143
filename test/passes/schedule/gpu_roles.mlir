// Roles that no code can be made for.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a --split-input-file --verify-diagnostics

// expected-error @below {{[TC-0611] loop.schedule: launch 0: registers of roles must be multiples of 8 from 24 to 240, and in all what a launch with as many for each thread has (L5, L6)}}
loop.kernel @roles_registers(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", role = "load", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["j"], step = 128 : i64, to = "group"}], for = ["i"], role = "multiply", step = 128 : i64, to = "group"}], for = ["k"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["j"], step = 128 : i64, to = "persist"}], for = ["i"], step = 128 : i64, to = "persist"}], group = 8 : i64, resident = 1 : i64, roles = [{name = "load", registers = 96 : i64, warps = 4 : i64}, {name = "multiply", registers = 208 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: roles are of blocks of warp groups that persist (L5, L6)}}
loop.kernel @roles_of_grid(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", role = "load", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["j"], step = 128 : i64, to = "group"}], for = ["i"], role = "multiply", step = 128 : i64, to = "group"}], for = ["k"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["j"], step = 128 : i64, to = "grid"}], for = ["i"], step = 128 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, roles = [{name = "load", registers = 88 : i64, warps = 4 : i64}, {name = "multiply", registers = 208 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: roles: warps that multiply must be a multiple of a tile's 4 (L6)}}
loop.kernel @roles_warps(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", role = "load", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["j"], step = 128 : i64, to = "group"}], for = ["i"], role = "multiply", step = 128 : i64, to = "group"}], for = ["k"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["j"], step = 128 : i64, to = "persist"}], for = ["i"], step = 128 : i64, to = "persist"}], group = 8 : i64, resident = 1 : i64, roles = [{name = "load", registers = 88 : i64, warps = 4 : i64}, {name = "multiply", registers = 208 : i64, warps = 6 : i64}], threads = 384 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// Both operands, or none.
// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].body[0].body[0].body[0].body[1]}}
loop.kernel @one_engine(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{copy = [0, 0], engine = "tma", role = "load", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["j"], step = 128 : i64, to = "group"}], for = ["i"], role = "multiply", step = 128 : i64, to = "group"}], for = ["k"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["j"], step = 128 : i64, to = "persist"}], for = ["i"], step = 128 : i64, to = "persist"}], group = 8 : i64, resident = 1 : i64, roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}


// -----

// Rows of 264 bytes.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: tma: operands lie at multiples of 16 bytes, as do their strides, in at most 5 dimensions, and are not changed in shared memory; they are read within bounds, or are windows of images whose channels lie next to each other, whole rows of 128 bytes (L7)}}
loop.kernel @tma_rows(%x: tensor<256x132xbf16>, %w: tensor<256x132xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 132) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{copy = [0, 0], engine = "tma", role = "load", to = "shared"}, {copy = [0, 1], engine = "tma", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["j"], step = 128 : i64, to = "group"}], for = ["i"], role = "multiply", step = 128 : i64, to = "group"}], for = ["k"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["j"], step = 128 : i64, to = "persist"}], for = ["i"], step = 128 : i64, to = "persist"}], group = 8 : i64, resident = 1 : i64, roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x132xbf16>, %b = %w[j, k] : tensor<256x132xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}
