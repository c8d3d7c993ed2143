func.func private @declared(tensor<1193046xf32>)
