# hard_rows.mlir with sizes that are constants; its launch without keys is one with them
/launch.*%s0/s/(%s0, %v0, %k0)/(%s, %v, %k)/
/launch/s/\[r, z\]/[r, n]/g
/launch/s/\[z, 3\]/[n, 3]/g
s/tensor<?x?x\(f32\|i1\), #tc.dims<\[r, n\]>>/tensor<12x10x\1>/g
s/tensor<?x3xf32, #tc.dims<\[n, 3\]>>/tensor<10x3xf32>/g
s/tensor<?x3xf32, #tc.dims<\[r, 3\]>>/tensor<12x3xf32>/g
s/tensor<?xf32, #tc.dims<\[r\]>>/tensor<12xf32>/g
s/i = r, j = n/i = 12, j = 10/
