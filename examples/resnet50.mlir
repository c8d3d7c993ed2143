module attributes {
  tc.version = "0.1",
  tc.model = "resnet50",
  tc.expected = [{shape = [1, 1000], dtype = f32, sum = -94.52376135863116, norm = 347.36244254683055, eager_error = 4.449830751613175e-07, eager_max = 1.9249974027246708e-05, samples = dense<[19.131789560945627, -5.386212763851797, -8.050470529686741, -12.270646539602772, 15.027889294337243, 5.564761354672728, -0.7421942966949704, -15.720649490582652, 4.647775148135365, 14.449538982469361, -8.509837057393868, 0.12719536211436466, 9.475566634878648, 0.7867525100183097, -1.2746929985450244, 5.570922973276376, -10.726247578829511, -4.051253964957762, 17.54922086556048, -9.640845716930338, 2.505466330225884, -5.126604801122664, -0.3330549942682631, -6.342734284265535, -15.130319594080738, -5.2378581021232, 3.08810970304262, 4.228275619201556, -9.913646060911773, 18.099326894235485, 2.717227350754852, -3.161872212665269, 21.495474578297504, -15.049555754210186, -7.625758903975602, 15.730861227773984, -24.426436934998883, 4.424355558080419, 26.07173658072083, 2.516139278634051, 4.738110659356282, 23.349265616744866, -17.533566943886164, -18.066990290311114, -4.811834467837229, 16.904028103340046, 5.53067017693136, 19.59062525972847, -5.639416037781692, -5.940228510366315, 11.917218089629948, -15.004813796732062, 12.860722811279352, -5.061155867620908, -1.168076125700825, -10.686361374139203, -24.572458591830205, -5.287351203609961, 3.717050717741227, 14.819476970130054, -5.19436783583465, -9.119275066024901, 7.884804577874746, -7.309333062678187, -6.69851889424482, 4.278364873660982, 0.0432390322204812, 9.175984798118133, -15.317707857835481, 7.04070418599152, -5.717730691390696, -5.2981089536575094, -1.2321207501551668, -1.4192534236841112, 1.2497344184264993, 4.683070070844547, -1.5165474729122477, 3.144018134614991, -2.36672626155001, 3.192777391955627, 2.886285477410243, -5.449922412942148, -7.027590777316603, 4.96243567158324, -19.4394930218991, -15.309442293262352, -2.0786059659236558, -2.9418330098163157, -1.9693776613343812, -8.198396970225637, -20.028352855748818, -1.4041644866715224, -9.526373026139696, -20.052441386433234, -8.058534632160494, 6.162381335674228, -9.521373778064651, -16.882595001991252, 2.0135136668152684, 5.738230665930956, -8.713759670975405, 6.525869290489538, 4.913674476742064, 6.522517768657041, -2.961095551935405, 4.18789447787101, 2.455321492253981, 16.1483135538794, 8.009955201451808, -6.781804420428573, -5.13926997515637, -6.535336497108707, -22.854817705726894, 1.1920518547122647, -1.4285388184528163, 0.19422230955298847, -2.8008137397549735, -18.76995163416044, 2.4633602763183395, 15.459859672114352, 20.160218136485412, -0.46937218097216027, -5.232056266806232, -6.460835243060583, -6.923749591655583, -11.39220812434447, 7.41882472336463, 3.897672310603326, -0.06635041121471708, -8.594147396231493, 8.013361452063378, -2.2615582331002537, 2.855217499088423, 0.5405865617430283, -0.054653754061134485, -1.4388224029027312, -12.779034694865874, 4.166817427141657, -27.20483728016516, 13.837360817192009, 5.09290326057756, 16.445891111006144, -10.723420269491067, -7.282338906466613, -2.6352611902627716, -6.011753280067972, -3.662816498529822, -20.75602367431418, 2.02351731669759, -8.9924133718877, 1.7573467983424162, -22.27270145824714, -17.59716267113601, -3.7781681631042456, -13.474220017588223, 15.799750730467228, 1.8831193977706278, 24.50228216969655, -5.786828134240069, -2.2329331375088524, 1.215032302796935, 5.634132422699942, -3.2198628078138247, 11.822576541086946, -7.551479295389517, 4.534645954665586, -4.434204713379441, -8.240099113553754, 2.474500137997328, 4.964477725965969, -9.259819323292005, 0.9943364658368328, -19.064912277159475, 8.844942813992583, 0.3961593007474198, 0.45738474782429983, 6.8254044533424585, -10.91119033476605, -12.7895187530888, 4.854113598251713, -15.60464823556233, 0.955165894953808, 10.598135591587882, -0.807047725922796, -2.1072348831421763, 7.407709926034496, 9.531653223358806, 14.854674057183011, -26.61915143744832, -15.32184576548755, 16.026265419846172, 1.93925597344184, 7.245241909044346, -4.753808473169349, -7.500693279303908, -1.5730077174369574, 1.508132575594411, -6.692138281503761, 10.995300071278116, 4.432173136143387, -23.49203515754927, -7.67382050072927, -7.901764800864278, 0.49508465532464285, 13.291248167780536, -17.112733038174895, -12.7533445817925, 19.05401654135777, -0.6131062572911352, -0.6180132904067133, 12.26338249336433, -7.376248555628209, 19.888188447349492, -0.17967218137539254, 20.202518838030738, -18.210733696206695, -4.428519446913592, -3.830834820945463, 1.570035058884395, -8.68449281195709, -10.751218043113079, -14.105376969951404, 17.856177527012534, 3.737527477661515, 14.118959945660556, -5.897550038123157, -2.7618498127883147, -6.846204720389361, 2.830697311584018, -1.962652114057751, 10.470444421654545, 13.200971016878437, -10.618457697767578, 0.030052645181595228, 24.568524583197686, 1.427854165439134, 19.48231424601755, 0.5399674739627152, 2.6951856879944884, -6.965126754686105, 9.702468663615033, 1.078174131181398, -9.429710442328318, -8.145577200524055, -18.516401313280163, 11.478741821956627, -10.094999127697193, -23.247448562067262, 5.590035702095063, 1.1303491578298246, -7.762812340070929, 11.198457340819722, 7.960070150747272, -3.1221121607259747, 5.024563769666676, -26.787500557957426]> : tensor<256xf64>}]
} {
  prim.weight @"conv1.weight" : tensor<64x3x7x7xf32> {init = {kind = "uniform", mean = 0.0, std = 0.11664236870396086, stream = 0, seed = 7}}
  prim.weight @"bn1.weight" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 1, seed = 7}}
  prim.weight @"bn1.bias" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 2, seed = 7}}
  prim.weight @"layer1.0.conv1.weight" : tensor<64x64x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1767766952966369, stream = 3, seed = 7}}
  prim.weight @"layer1.0.bn1.weight" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 4, seed = 7}}
  prim.weight @"layer1.0.bn1.bias" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 5, seed = 7}}
  prim.weight @"layer1.0.conv2.weight" : tensor<64x64x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.05892556509887896, stream = 6, seed = 7}}
  prim.weight @"layer1.0.bn2.weight" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 7, seed = 7}}
  prim.weight @"layer1.0.bn2.bias" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 8, seed = 7}}
  prim.weight @"layer1.0.conv3.weight" : tensor<256x64x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1767766952966369, stream = 9, seed = 7}}
  prim.weight @"layer1.0.bn3.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 10, seed = 7}}
  prim.weight @"layer1.0.bn3.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 11, seed = 7}}
  prim.weight @"layer1.0.downsample.0.weight" : tensor<256x64x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1767766952966369, stream = 12, seed = 7}}
  prim.weight @"layer1.0.downsample.1.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 13, seed = 7}}
  prim.weight @"layer1.0.downsample.1.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 14, seed = 7}}
  prim.weight @"layer1.1.conv1.weight" : tensor<64x256x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.08838834764831845, stream = 15, seed = 7}}
  prim.weight @"layer1.1.bn1.weight" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 16, seed = 7}}
  prim.weight @"layer1.1.bn1.bias" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 17, seed = 7}}
  prim.weight @"layer1.1.conv2.weight" : tensor<64x64x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.05892556509887896, stream = 18, seed = 7}}
  prim.weight @"layer1.1.bn2.weight" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 19, seed = 7}}
  prim.weight @"layer1.1.bn2.bias" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 20, seed = 7}}
  prim.weight @"layer1.1.conv3.weight" : tensor<256x64x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1767766952966369, stream = 21, seed = 7}}
  prim.weight @"layer1.1.bn3.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 22, seed = 7}}
  prim.weight @"layer1.1.bn3.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 23, seed = 7}}
  prim.weight @"layer1.2.conv1.weight" : tensor<64x256x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.08838834764831845, stream = 24, seed = 7}}
  prim.weight @"layer1.2.bn1.weight" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 25, seed = 7}}
  prim.weight @"layer1.2.bn1.bias" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 26, seed = 7}}
  prim.weight @"layer1.2.conv2.weight" : tensor<64x64x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.05892556509887896, stream = 27, seed = 7}}
  prim.weight @"layer1.2.bn2.weight" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 28, seed = 7}}
  prim.weight @"layer1.2.bn2.bias" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 29, seed = 7}}
  prim.weight @"layer1.2.conv3.weight" : tensor<256x64x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1767766952966369, stream = 30, seed = 7}}
  prim.weight @"layer1.2.bn3.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 31, seed = 7}}
  prim.weight @"layer1.2.bn3.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 32, seed = 7}}
  prim.weight @"layer2.0.conv1.weight" : tensor<128x256x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.08838834764831845, stream = 33, seed = 7}}
  prim.weight @"layer2.0.bn1.weight" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 34, seed = 7}}
  prim.weight @"layer2.0.bn1.bias" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 35, seed = 7}}
  prim.weight @"layer2.0.conv2.weight" : tensor<128x128x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.041666666666666664, stream = 36, seed = 7}}
  prim.weight @"layer2.0.bn2.weight" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 37, seed = 7}}
  prim.weight @"layer2.0.bn2.bias" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 38, seed = 7}}
  prim.weight @"layer2.0.conv3.weight" : tensor<512x128x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.125, stream = 39, seed = 7}}
  prim.weight @"layer2.0.bn3.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 40, seed = 7}}
  prim.weight @"layer2.0.bn3.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 41, seed = 7}}
  prim.weight @"layer2.0.downsample.0.weight" : tensor<512x256x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.08838834764831845, stream = 42, seed = 7}}
  prim.weight @"layer2.0.downsample.1.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 43, seed = 7}}
  prim.weight @"layer2.0.downsample.1.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 44, seed = 7}}
  prim.weight @"layer2.1.conv1.weight" : tensor<128x512x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.0625, stream = 45, seed = 7}}
  prim.weight @"layer2.1.bn1.weight" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 46, seed = 7}}
  prim.weight @"layer2.1.bn1.bias" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 47, seed = 7}}
  prim.weight @"layer2.1.conv2.weight" : tensor<128x128x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.041666666666666664, stream = 48, seed = 7}}
  prim.weight @"layer2.1.bn2.weight" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 49, seed = 7}}
  prim.weight @"layer2.1.bn2.bias" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 50, seed = 7}}
  prim.weight @"layer2.1.conv3.weight" : tensor<512x128x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.125, stream = 51, seed = 7}}
  prim.weight @"layer2.1.bn3.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 52, seed = 7}}
  prim.weight @"layer2.1.bn3.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 53, seed = 7}}
  prim.weight @"layer2.2.conv1.weight" : tensor<128x512x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.0625, stream = 54, seed = 7}}
  prim.weight @"layer2.2.bn1.weight" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 55, seed = 7}}
  prim.weight @"layer2.2.bn1.bias" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 56, seed = 7}}
  prim.weight @"layer2.2.conv2.weight" : tensor<128x128x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.041666666666666664, stream = 57, seed = 7}}
  prim.weight @"layer2.2.bn2.weight" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 58, seed = 7}}
  prim.weight @"layer2.2.bn2.bias" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 59, seed = 7}}
  prim.weight @"layer2.2.conv3.weight" : tensor<512x128x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.125, stream = 60, seed = 7}}
  prim.weight @"layer2.2.bn3.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 61, seed = 7}}
  prim.weight @"layer2.2.bn3.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 62, seed = 7}}
  prim.weight @"layer2.3.conv1.weight" : tensor<128x512x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.0625, stream = 63, seed = 7}}
  prim.weight @"layer2.3.bn1.weight" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 64, seed = 7}}
  prim.weight @"layer2.3.bn1.bias" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 65, seed = 7}}
  prim.weight @"layer2.3.conv2.weight" : tensor<128x128x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.041666666666666664, stream = 66, seed = 7}}
  prim.weight @"layer2.3.bn2.weight" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 67, seed = 7}}
  prim.weight @"layer2.3.bn2.bias" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 68, seed = 7}}
  prim.weight @"layer2.3.conv3.weight" : tensor<512x128x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.125, stream = 69, seed = 7}}
  prim.weight @"layer2.3.bn3.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 70, seed = 7}}
  prim.weight @"layer2.3.bn3.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 71, seed = 7}}
  prim.weight @"layer3.0.conv1.weight" : tensor<256x512x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.0625, stream = 72, seed = 7}}
  prim.weight @"layer3.0.bn1.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 73, seed = 7}}
  prim.weight @"layer3.0.bn1.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 74, seed = 7}}
  prim.weight @"layer3.0.conv2.weight" : tensor<256x256x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.02946278254943948, stream = 75, seed = 7}}
  prim.weight @"layer3.0.bn2.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 76, seed = 7}}
  prim.weight @"layer3.0.bn2.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 77, seed = 7}}
  prim.weight @"layer3.0.conv3.weight" : tensor<1024x256x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.08838834764831845, stream = 78, seed = 7}}
  prim.weight @"layer3.0.bn3.weight" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 79, seed = 7}}
  prim.weight @"layer3.0.bn3.bias" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 80, seed = 7}}
  prim.weight @"layer3.0.downsample.0.weight" : tensor<1024x512x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.0625, stream = 81, seed = 7}}
  prim.weight @"layer3.0.downsample.1.weight" : tensor<1024xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 82, seed = 7}}
  prim.weight @"layer3.0.downsample.1.bias" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 83, seed = 7}}
  prim.weight @"layer3.1.conv1.weight" : tensor<256x1024x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.04419417382415922, stream = 84, seed = 7}}
  prim.weight @"layer3.1.bn1.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 85, seed = 7}}
  prim.weight @"layer3.1.bn1.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 86, seed = 7}}
  prim.weight @"layer3.1.conv2.weight" : tensor<256x256x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.02946278254943948, stream = 87, seed = 7}}
  prim.weight @"layer3.1.bn2.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 88, seed = 7}}
  prim.weight @"layer3.1.bn2.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 89, seed = 7}}
  prim.weight @"layer3.1.conv3.weight" : tensor<1024x256x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.08838834764831845, stream = 90, seed = 7}}
  prim.weight @"layer3.1.bn3.weight" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 91, seed = 7}}
  prim.weight @"layer3.1.bn3.bias" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 92, seed = 7}}
  prim.weight @"layer3.2.conv1.weight" : tensor<256x1024x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.04419417382415922, stream = 93, seed = 7}}
  prim.weight @"layer3.2.bn1.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 94, seed = 7}}
  prim.weight @"layer3.2.bn1.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 95, seed = 7}}
  prim.weight @"layer3.2.conv2.weight" : tensor<256x256x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.02946278254943948, stream = 96, seed = 7}}
  prim.weight @"layer3.2.bn2.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 97, seed = 7}}
  prim.weight @"layer3.2.bn2.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 98, seed = 7}}
  prim.weight @"layer3.2.conv3.weight" : tensor<1024x256x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.08838834764831845, stream = 99, seed = 7}}
  prim.weight @"layer3.2.bn3.weight" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 100, seed = 7}}
  prim.weight @"layer3.2.bn3.bias" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 101, seed = 7}}
  prim.weight @"layer3.3.conv1.weight" : tensor<256x1024x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.04419417382415922, stream = 102, seed = 7}}
  prim.weight @"layer3.3.bn1.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 103, seed = 7}}
  prim.weight @"layer3.3.bn1.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 104, seed = 7}}
  prim.weight @"layer3.3.conv2.weight" : tensor<256x256x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.02946278254943948, stream = 105, seed = 7}}
  prim.weight @"layer3.3.bn2.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 106, seed = 7}}
  prim.weight @"layer3.3.bn2.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 107, seed = 7}}
  prim.weight @"layer3.3.conv3.weight" : tensor<1024x256x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.08838834764831845, stream = 108, seed = 7}}
  prim.weight @"layer3.3.bn3.weight" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 109, seed = 7}}
  prim.weight @"layer3.3.bn3.bias" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 110, seed = 7}}
  prim.weight @"layer3.4.conv1.weight" : tensor<256x1024x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.04419417382415922, stream = 111, seed = 7}}
  prim.weight @"layer3.4.bn1.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 112, seed = 7}}
  prim.weight @"layer3.4.bn1.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 113, seed = 7}}
  prim.weight @"layer3.4.conv2.weight" : tensor<256x256x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.02946278254943948, stream = 114, seed = 7}}
  prim.weight @"layer3.4.bn2.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 115, seed = 7}}
  prim.weight @"layer3.4.bn2.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 116, seed = 7}}
  prim.weight @"layer3.4.conv3.weight" : tensor<1024x256x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.08838834764831845, stream = 117, seed = 7}}
  prim.weight @"layer3.4.bn3.weight" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 118, seed = 7}}
  prim.weight @"layer3.4.bn3.bias" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 119, seed = 7}}
  prim.weight @"layer3.5.conv1.weight" : tensor<256x1024x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.04419417382415922, stream = 120, seed = 7}}
  prim.weight @"layer3.5.bn1.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 121, seed = 7}}
  prim.weight @"layer3.5.bn1.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 122, seed = 7}}
  prim.weight @"layer3.5.conv2.weight" : tensor<256x256x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.02946278254943948, stream = 123, seed = 7}}
  prim.weight @"layer3.5.bn2.weight" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 124, seed = 7}}
  prim.weight @"layer3.5.bn2.bias" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 125, seed = 7}}
  prim.weight @"layer3.5.conv3.weight" : tensor<1024x256x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.08838834764831845, stream = 126, seed = 7}}
  prim.weight @"layer3.5.bn3.weight" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 127, seed = 7}}
  prim.weight @"layer3.5.bn3.bias" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 128, seed = 7}}
  prim.weight @"layer4.0.conv1.weight" : tensor<512x1024x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.04419417382415922, stream = 129, seed = 7}}
  prim.weight @"layer4.0.bn1.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 130, seed = 7}}
  prim.weight @"layer4.0.bn1.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 131, seed = 7}}
  prim.weight @"layer4.0.conv2.weight" : tensor<512x512x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.020833333333333332, stream = 132, seed = 7}}
  prim.weight @"layer4.0.bn2.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 133, seed = 7}}
  prim.weight @"layer4.0.bn2.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 134, seed = 7}}
  prim.weight @"layer4.0.conv3.weight" : tensor<2048x512x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.0625, stream = 135, seed = 7}}
  prim.weight @"layer4.0.bn3.weight" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 136, seed = 7}}
  prim.weight @"layer4.0.bn3.bias" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 137, seed = 7}}
  prim.weight @"layer4.0.downsample.0.weight" : tensor<2048x1024x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.04419417382415922, stream = 138, seed = 7}}
  prim.weight @"layer4.0.downsample.1.weight" : tensor<2048xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 139, seed = 7}}
  prim.weight @"layer4.0.downsample.1.bias" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 140, seed = 7}}
  prim.weight @"layer4.1.conv1.weight" : tensor<512x2048x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03125, stream = 141, seed = 7}}
  prim.weight @"layer4.1.bn1.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 142, seed = 7}}
  prim.weight @"layer4.1.bn1.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 143, seed = 7}}
  prim.weight @"layer4.1.conv2.weight" : tensor<512x512x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.020833333333333332, stream = 144, seed = 7}}
  prim.weight @"layer4.1.bn2.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 145, seed = 7}}
  prim.weight @"layer4.1.bn2.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 146, seed = 7}}
  prim.weight @"layer4.1.conv3.weight" : tensor<2048x512x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.0625, stream = 147, seed = 7}}
  prim.weight @"layer4.1.bn3.weight" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 148, seed = 7}}
  prim.weight @"layer4.1.bn3.bias" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 149, seed = 7}}
  prim.weight @"layer4.2.conv1.weight" : tensor<512x2048x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03125, stream = 150, seed = 7}}
  prim.weight @"layer4.2.bn1.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 151, seed = 7}}
  prim.weight @"layer4.2.bn1.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 152, seed = 7}}
  prim.weight @"layer4.2.conv2.weight" : tensor<512x512x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.020833333333333332, stream = 153, seed = 7}}
  prim.weight @"layer4.2.bn2.weight" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 154, seed = 7}}
  prim.weight @"layer4.2.bn2.bias" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 155, seed = 7}}
  prim.weight @"layer4.2.conv3.weight" : tensor<2048x512x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.0625, stream = 156, seed = 7}}
  prim.weight @"layer4.2.bn3.weight" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.4, std = 0.05, stream = 157, seed = 7}}
  prim.weight @"layer4.2.bn3.bias" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 158, seed = 7}}
  prim.weight @"fc.weight" : tensor<1000x2048xf32> {init = {kind = "uniform", mean = 0.0, std = 0.02209708691207961, stream = 159, seed = 7}}
  prim.weight @"fc.bias" : tensor<1000xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 160, seed = 7}}
  prim.weight @"bn1.running_mean" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 161, seed = 7}}
  prim.weight @"bn1.running_var" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 162, seed = 7}}
  prim.weight @"layer1.0.bn1.running_mean" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 164, seed = 7}}
  prim.weight @"layer1.0.bn1.running_var" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 165, seed = 7}}
  prim.weight @"layer1.0.bn2.running_mean" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 167, seed = 7}}
  prim.weight @"layer1.0.bn2.running_var" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 168, seed = 7}}
  prim.weight @"layer1.0.bn3.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 170, seed = 7}}
  prim.weight @"layer1.0.bn3.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 171, seed = 7}}
  prim.weight @"layer1.0.downsample.1.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 173, seed = 7}}
  prim.weight @"layer1.0.downsample.1.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 174, seed = 7}}
  prim.weight @"layer1.1.bn1.running_mean" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 176, seed = 7}}
  prim.weight @"layer1.1.bn1.running_var" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 177, seed = 7}}
  prim.weight @"layer1.1.bn2.running_mean" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 179, seed = 7}}
  prim.weight @"layer1.1.bn2.running_var" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 180, seed = 7}}
  prim.weight @"layer1.1.bn3.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 182, seed = 7}}
  prim.weight @"layer1.1.bn3.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 183, seed = 7}}
  prim.weight @"layer1.2.bn1.running_mean" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 185, seed = 7}}
  prim.weight @"layer1.2.bn1.running_var" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 186, seed = 7}}
  prim.weight @"layer1.2.bn2.running_mean" : tensor<64xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 188, seed = 7}}
  prim.weight @"layer1.2.bn2.running_var" : tensor<64xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 189, seed = 7}}
  prim.weight @"layer1.2.bn3.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 191, seed = 7}}
  prim.weight @"layer1.2.bn3.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 192, seed = 7}}
  prim.weight @"layer2.0.bn1.running_mean" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 194, seed = 7}}
  prim.weight @"layer2.0.bn1.running_var" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 195, seed = 7}}
  prim.weight @"layer2.0.bn2.running_mean" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 197, seed = 7}}
  prim.weight @"layer2.0.bn2.running_var" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 198, seed = 7}}
  prim.weight @"layer2.0.bn3.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 200, seed = 7}}
  prim.weight @"layer2.0.bn3.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 201, seed = 7}}
  prim.weight @"layer2.0.downsample.1.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 203, seed = 7}}
  prim.weight @"layer2.0.downsample.1.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 204, seed = 7}}
  prim.weight @"layer2.1.bn1.running_mean" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 206, seed = 7}}
  prim.weight @"layer2.1.bn1.running_var" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 207, seed = 7}}
  prim.weight @"layer2.1.bn2.running_mean" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 209, seed = 7}}
  prim.weight @"layer2.1.bn2.running_var" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 210, seed = 7}}
  prim.weight @"layer2.1.bn3.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 212, seed = 7}}
  prim.weight @"layer2.1.bn3.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 213, seed = 7}}
  prim.weight @"layer2.2.bn1.running_mean" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 215, seed = 7}}
  prim.weight @"layer2.2.bn1.running_var" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 216, seed = 7}}
  prim.weight @"layer2.2.bn2.running_mean" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 218, seed = 7}}
  prim.weight @"layer2.2.bn2.running_var" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 219, seed = 7}}
  prim.weight @"layer2.2.bn3.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 221, seed = 7}}
  prim.weight @"layer2.2.bn3.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 222, seed = 7}}
  prim.weight @"layer2.3.bn1.running_mean" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 224, seed = 7}}
  prim.weight @"layer2.3.bn1.running_var" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 225, seed = 7}}
  prim.weight @"layer2.3.bn2.running_mean" : tensor<128xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 227, seed = 7}}
  prim.weight @"layer2.3.bn2.running_var" : tensor<128xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 228, seed = 7}}
  prim.weight @"layer2.3.bn3.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 230, seed = 7}}
  prim.weight @"layer2.3.bn3.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 231, seed = 7}}
  prim.weight @"layer3.0.bn1.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 233, seed = 7}}
  prim.weight @"layer3.0.bn1.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 234, seed = 7}}
  prim.weight @"layer3.0.bn2.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 236, seed = 7}}
  prim.weight @"layer3.0.bn2.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 237, seed = 7}}
  prim.weight @"layer3.0.bn3.running_mean" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 239, seed = 7}}
  prim.weight @"layer3.0.bn3.running_var" : tensor<1024xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 240, seed = 7}}
  prim.weight @"layer3.0.downsample.1.running_mean" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 242, seed = 7}}
  prim.weight @"layer3.0.downsample.1.running_var" : tensor<1024xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 243, seed = 7}}
  prim.weight @"layer3.1.bn1.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 245, seed = 7}}
  prim.weight @"layer3.1.bn1.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 246, seed = 7}}
  prim.weight @"layer3.1.bn2.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 248, seed = 7}}
  prim.weight @"layer3.1.bn2.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 249, seed = 7}}
  prim.weight @"layer3.1.bn3.running_mean" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 251, seed = 7}}
  prim.weight @"layer3.1.bn3.running_var" : tensor<1024xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 252, seed = 7}}
  prim.weight @"layer3.2.bn1.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 254, seed = 7}}
  prim.weight @"layer3.2.bn1.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 255, seed = 7}}
  prim.weight @"layer3.2.bn2.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 257, seed = 7}}
  prim.weight @"layer3.2.bn2.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 258, seed = 7}}
  prim.weight @"layer3.2.bn3.running_mean" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 260, seed = 7}}
  prim.weight @"layer3.2.bn3.running_var" : tensor<1024xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 261, seed = 7}}
  prim.weight @"layer3.3.bn1.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 263, seed = 7}}
  prim.weight @"layer3.3.bn1.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 264, seed = 7}}
  prim.weight @"layer3.3.bn2.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 266, seed = 7}}
  prim.weight @"layer3.3.bn2.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 267, seed = 7}}
  prim.weight @"layer3.3.bn3.running_mean" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 269, seed = 7}}
  prim.weight @"layer3.3.bn3.running_var" : tensor<1024xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 270, seed = 7}}
  prim.weight @"layer3.4.bn1.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 272, seed = 7}}
  prim.weight @"layer3.4.bn1.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 273, seed = 7}}
  prim.weight @"layer3.4.bn2.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 275, seed = 7}}
  prim.weight @"layer3.4.bn2.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 276, seed = 7}}
  prim.weight @"layer3.4.bn3.running_mean" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 278, seed = 7}}
  prim.weight @"layer3.4.bn3.running_var" : tensor<1024xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 279, seed = 7}}
  prim.weight @"layer3.5.bn1.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 281, seed = 7}}
  prim.weight @"layer3.5.bn1.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 282, seed = 7}}
  prim.weight @"layer3.5.bn2.running_mean" : tensor<256xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 284, seed = 7}}
  prim.weight @"layer3.5.bn2.running_var" : tensor<256xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 285, seed = 7}}
  prim.weight @"layer3.5.bn3.running_mean" : tensor<1024xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 287, seed = 7}}
  prim.weight @"layer3.5.bn3.running_var" : tensor<1024xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 288, seed = 7}}
  prim.weight @"layer4.0.bn1.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 290, seed = 7}}
  prim.weight @"layer4.0.bn1.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 291, seed = 7}}
  prim.weight @"layer4.0.bn2.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 293, seed = 7}}
  prim.weight @"layer4.0.bn2.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 294, seed = 7}}
  prim.weight @"layer4.0.bn3.running_mean" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 296, seed = 7}}
  prim.weight @"layer4.0.bn3.running_var" : tensor<2048xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 297, seed = 7}}
  prim.weight @"layer4.0.downsample.1.running_mean" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 299, seed = 7}}
  prim.weight @"layer4.0.downsample.1.running_var" : tensor<2048xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 300, seed = 7}}
  prim.weight @"layer4.1.bn1.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 302, seed = 7}}
  prim.weight @"layer4.1.bn1.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 303, seed = 7}}
  prim.weight @"layer4.1.bn2.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 305, seed = 7}}
  prim.weight @"layer4.1.bn2.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 306, seed = 7}}
  prim.weight @"layer4.1.bn3.running_mean" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 308, seed = 7}}
  prim.weight @"layer4.1.bn3.running_var" : tensor<2048xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 309, seed = 7}}
  prim.weight @"layer4.2.bn1.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 311, seed = 7}}
  prim.weight @"layer4.2.bn1.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 312, seed = 7}}
  prim.weight @"layer4.2.bn2.running_mean" : tensor<512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 314, seed = 7}}
  prim.weight @"layer4.2.bn2.running_var" : tensor<512xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 315, seed = 7}}
  prim.weight @"layer4.2.bn3.running_mean" : tensor<2048xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 317, seed = 7}}
  prim.weight @"layer4.2.bn3.running_var" : tensor<2048xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 318, seed = 7}}
  fx.graph @main(%x: tensor<1x3x224x224xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<1x1000xf32>) {
    %p_conv1_weight = fx.get_attr @"conv1.weight" : tensor<64x3x7x7xf32>
    %conv2d = fx.call "aten.conv2d.default"(%x, %p_conv1_weight, none, [2, 2], [3, 3]) : (tensor<1x3x224x224xf32>, tensor<64x3x7x7xf32>) -> tensor<1x64x112x112xf32> loc(#loc0)
    %p_bn1_weight = fx.get_attr @"bn1.weight" : tensor<64xf32>
    %p_bn1_bias = fx.get_attr @"bn1.bias" : tensor<64xf32>
    %b_bn1_running_mean = fx.get_attr @"bn1.running_mean" : tensor<64xf32>
    %b_bn1_running_var = fx.get_attr @"bn1.running_var" : tensor<64xf32>
    %batch_norm = fx.call "aten.batch_norm.default"(%conv2d, %p_bn1_weight, %p_bn1_bias, %b_bn1_running_mean, %b_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x64x112x112xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x112x112xf32> loc(#loc1)
    %relu_ = fx.call "aten.relu_.default"(%batch_norm) : (tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32> loc(#loc2)
    %max_pool2d = fx.call "aten.max_pool2d.default"(%relu_, [3, 3], [2, 2], [1, 1]) : (tensor<1x64x112x112xf32>) -> tensor<1x64x56x56xf32> loc(#loc3)
    %p_layer1_0_downsample_0_weight = fx.get_attr @"layer1.0.downsample.0.weight" : tensor<256x64x1x1xf32>
    %conv2d_1 = fx.call "aten.conv2d.default"(%max_pool2d, %p_layer1_0_downsample_0_weight) : (tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) -> tensor<1x256x56x56xf32> loc(#loc4)
    %p_layer1_0_downsample_1_weight = fx.get_attr @"layer1.0.downsample.1.weight" : tensor<256xf32>
    %p_layer1_0_downsample_1_bias = fx.get_attr @"layer1.0.downsample.1.bias" : tensor<256xf32>
    %b_layer1_0_downsample_1_running_mean = fx.get_attr @"layer1.0.downsample.1.running_mean" : tensor<256xf32>
    %b_layer1_0_downsample_1_running_var = fx.get_attr @"layer1.0.downsample.1.running_var" : tensor<256xf32>
    %batch_norm_1 = fx.call "aten.batch_norm.default"(%conv2d_1, %p_layer1_0_downsample_1_weight, %p_layer1_0_downsample_1_bias, %b_layer1_0_downsample_1_running_mean, %b_layer1_0_downsample_1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x56x56xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x56x56xf32> loc(#loc5)
    %p_layer1_0_conv1_weight = fx.get_attr @"layer1.0.conv1.weight" : tensor<64x64x1x1xf32>
    %conv2d_2 = fx.call "aten.conv2d.default"(%max_pool2d, %p_layer1_0_conv1_weight) : (tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>) -> tensor<1x64x56x56xf32> loc(#loc6)
    %p_layer1_0_bn1_weight = fx.get_attr @"layer1.0.bn1.weight" : tensor<64xf32>
    %p_layer1_0_bn1_bias = fx.get_attr @"layer1.0.bn1.bias" : tensor<64xf32>
    %b_layer1_0_bn1_running_mean = fx.get_attr @"layer1.0.bn1.running_mean" : tensor<64xf32>
    %b_layer1_0_bn1_running_var = fx.get_attr @"layer1.0.bn1.running_var" : tensor<64xf32>
    %batch_norm_2 = fx.call "aten.batch_norm.default"(%conv2d_2, %p_layer1_0_bn1_weight, %p_layer1_0_bn1_bias, %b_layer1_0_bn1_running_mean, %b_layer1_0_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32> loc(#loc7)
    %relu__1 = fx.call "aten.relu_.default"(%batch_norm_2) : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> loc(#loc8)
    %p_layer1_0_conv2_weight = fx.get_attr @"layer1.0.conv2.weight" : tensor<64x64x3x3xf32>
    %conv2d_3 = fx.call "aten.conv2d.default"(%relu__1, %p_layer1_0_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32> loc(#loc9)
    %p_layer1_0_bn2_weight = fx.get_attr @"layer1.0.bn2.weight" : tensor<64xf32>
    %p_layer1_0_bn2_bias = fx.get_attr @"layer1.0.bn2.bias" : tensor<64xf32>
    %b_layer1_0_bn2_running_mean = fx.get_attr @"layer1.0.bn2.running_mean" : tensor<64xf32>
    %b_layer1_0_bn2_running_var = fx.get_attr @"layer1.0.bn2.running_var" : tensor<64xf32>
    %batch_norm_3 = fx.call "aten.batch_norm.default"(%conv2d_3, %p_layer1_0_bn2_weight, %p_layer1_0_bn2_bias, %b_layer1_0_bn2_running_mean, %b_layer1_0_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32> loc(#loc10)
    %relu__2 = fx.call "aten.relu_.default"(%batch_norm_3) : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> loc(#loc8)
    %p_layer1_0_conv3_weight = fx.get_attr @"layer1.0.conv3.weight" : tensor<256x64x1x1xf32>
    %conv2d_4 = fx.call "aten.conv2d.default"(%relu__2, %p_layer1_0_conv3_weight) : (tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) -> tensor<1x256x56x56xf32> loc(#loc11)
    %p_layer1_0_bn3_weight = fx.get_attr @"layer1.0.bn3.weight" : tensor<256xf32>
    %p_layer1_0_bn3_bias = fx.get_attr @"layer1.0.bn3.bias" : tensor<256xf32>
    %b_layer1_0_bn3_running_mean = fx.get_attr @"layer1.0.bn3.running_mean" : tensor<256xf32>
    %b_layer1_0_bn3_running_var = fx.get_attr @"layer1.0.bn3.running_var" : tensor<256xf32>
    %batch_norm_4 = fx.call "aten.batch_norm.default"(%conv2d_4, %p_layer1_0_bn3_weight, %p_layer1_0_bn3_bias, %b_layer1_0_bn3_running_mean, %b_layer1_0_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x56x56xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x56x56xf32> loc(#loc12)
    %add_ = fx.call "aten.add_.Tensor"(%batch_norm_4, %batch_norm_1) : (tensor<1x256x56x56xf32>, tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32> loc(#loc13)
    %relu__3 = fx.call "aten.relu_.default"(%add_) : (tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32> loc(#loc8)
    %p_layer1_1_conv1_weight = fx.get_attr @"layer1.1.conv1.weight" : tensor<64x256x1x1xf32>
    %conv2d_5 = fx.call "aten.conv2d.default"(%relu__3, %p_layer1_1_conv1_weight) : (tensor<1x256x56x56xf32>, tensor<64x256x1x1xf32>) -> tensor<1x64x56x56xf32> loc(#loc14)
    %p_layer1_1_bn1_weight = fx.get_attr @"layer1.1.bn1.weight" : tensor<64xf32>
    %p_layer1_1_bn1_bias = fx.get_attr @"layer1.1.bn1.bias" : tensor<64xf32>
    %b_layer1_1_bn1_running_mean = fx.get_attr @"layer1.1.bn1.running_mean" : tensor<64xf32>
    %b_layer1_1_bn1_running_var = fx.get_attr @"layer1.1.bn1.running_var" : tensor<64xf32>
    %batch_norm_5 = fx.call "aten.batch_norm.default"(%conv2d_5, %p_layer1_1_bn1_weight, %p_layer1_1_bn1_bias, %b_layer1_1_bn1_running_mean, %b_layer1_1_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32> loc(#loc15)
    %relu__4 = fx.call "aten.relu_.default"(%batch_norm_5) : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> loc(#loc16)
    %p_layer1_1_conv2_weight = fx.get_attr @"layer1.1.conv2.weight" : tensor<64x64x3x3xf32>
    %conv2d_6 = fx.call "aten.conv2d.default"(%relu__4, %p_layer1_1_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32> loc(#loc17)
    %p_layer1_1_bn2_weight = fx.get_attr @"layer1.1.bn2.weight" : tensor<64xf32>
    %p_layer1_1_bn2_bias = fx.get_attr @"layer1.1.bn2.bias" : tensor<64xf32>
    %b_layer1_1_bn2_running_mean = fx.get_attr @"layer1.1.bn2.running_mean" : tensor<64xf32>
    %b_layer1_1_bn2_running_var = fx.get_attr @"layer1.1.bn2.running_var" : tensor<64xf32>
    %batch_norm_6 = fx.call "aten.batch_norm.default"(%conv2d_6, %p_layer1_1_bn2_weight, %p_layer1_1_bn2_bias, %b_layer1_1_bn2_running_mean, %b_layer1_1_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32> loc(#loc18)
    %relu__5 = fx.call "aten.relu_.default"(%batch_norm_6) : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> loc(#loc16)
    %p_layer1_1_conv3_weight = fx.get_attr @"layer1.1.conv3.weight" : tensor<256x64x1x1xf32>
    %conv2d_7 = fx.call "aten.conv2d.default"(%relu__5, %p_layer1_1_conv3_weight) : (tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) -> tensor<1x256x56x56xf32> loc(#loc19)
    %p_layer1_1_bn3_weight = fx.get_attr @"layer1.1.bn3.weight" : tensor<256xf32>
    %p_layer1_1_bn3_bias = fx.get_attr @"layer1.1.bn3.bias" : tensor<256xf32>
    %b_layer1_1_bn3_running_mean = fx.get_attr @"layer1.1.bn3.running_mean" : tensor<256xf32>
    %b_layer1_1_bn3_running_var = fx.get_attr @"layer1.1.bn3.running_var" : tensor<256xf32>
    %batch_norm_7 = fx.call "aten.batch_norm.default"(%conv2d_7, %p_layer1_1_bn3_weight, %p_layer1_1_bn3_bias, %b_layer1_1_bn3_running_mean, %b_layer1_1_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x56x56xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x56x56xf32> loc(#loc20)
    %add__1 = fx.call "aten.add_.Tensor"(%batch_norm_7, %relu__3) : (tensor<1x256x56x56xf32>, tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32> loc(#loc21)
    %relu__6 = fx.call "aten.relu_.default"(%add__1) : (tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32> loc(#loc16)
    %p_layer1_2_conv1_weight = fx.get_attr @"layer1.2.conv1.weight" : tensor<64x256x1x1xf32>
    %conv2d_8 = fx.call "aten.conv2d.default"(%relu__6, %p_layer1_2_conv1_weight) : (tensor<1x256x56x56xf32>, tensor<64x256x1x1xf32>) -> tensor<1x64x56x56xf32> loc(#loc22)
    %p_layer1_2_bn1_weight = fx.get_attr @"layer1.2.bn1.weight" : tensor<64xf32>
    %p_layer1_2_bn1_bias = fx.get_attr @"layer1.2.bn1.bias" : tensor<64xf32>
    %b_layer1_2_bn1_running_mean = fx.get_attr @"layer1.2.bn1.running_mean" : tensor<64xf32>
    %b_layer1_2_bn1_running_var = fx.get_attr @"layer1.2.bn1.running_var" : tensor<64xf32>
    %batch_norm_8 = fx.call "aten.batch_norm.default"(%conv2d_8, %p_layer1_2_bn1_weight, %p_layer1_2_bn1_bias, %b_layer1_2_bn1_running_mean, %b_layer1_2_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32> loc(#loc23)
    %relu__7 = fx.call "aten.relu_.default"(%batch_norm_8) : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> loc(#loc24)
    %p_layer1_2_conv2_weight = fx.get_attr @"layer1.2.conv2.weight" : tensor<64x64x3x3xf32>
    %conv2d_9 = fx.call "aten.conv2d.default"(%relu__7, %p_layer1_2_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32> loc(#loc25)
    %p_layer1_2_bn2_weight = fx.get_attr @"layer1.2.bn2.weight" : tensor<64xf32>
    %p_layer1_2_bn2_bias = fx.get_attr @"layer1.2.bn2.bias" : tensor<64xf32>
    %b_layer1_2_bn2_running_mean = fx.get_attr @"layer1.2.bn2.running_mean" : tensor<64xf32>
    %b_layer1_2_bn2_running_var = fx.get_attr @"layer1.2.bn2.running_var" : tensor<64xf32>
    %batch_norm_9 = fx.call "aten.batch_norm.default"(%conv2d_9, %p_layer1_2_bn2_weight, %p_layer1_2_bn2_bias, %b_layer1_2_bn2_running_mean, %b_layer1_2_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x56x56xf32> loc(#loc26)
    %relu__8 = fx.call "aten.relu_.default"(%batch_norm_9) : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> loc(#loc24)
    %p_layer1_2_conv3_weight = fx.get_attr @"layer1.2.conv3.weight" : tensor<256x64x1x1xf32>
    %conv2d_10 = fx.call "aten.conv2d.default"(%relu__8, %p_layer1_2_conv3_weight) : (tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) -> tensor<1x256x56x56xf32> loc(#loc27)
    %p_layer1_2_bn3_weight = fx.get_attr @"layer1.2.bn3.weight" : tensor<256xf32>
    %p_layer1_2_bn3_bias = fx.get_attr @"layer1.2.bn3.bias" : tensor<256xf32>
    %b_layer1_2_bn3_running_mean = fx.get_attr @"layer1.2.bn3.running_mean" : tensor<256xf32>
    %b_layer1_2_bn3_running_var = fx.get_attr @"layer1.2.bn3.running_var" : tensor<256xf32>
    %batch_norm_10 = fx.call "aten.batch_norm.default"(%conv2d_10, %p_layer1_2_bn3_weight, %p_layer1_2_bn3_bias, %b_layer1_2_bn3_running_mean, %b_layer1_2_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x56x56xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x56x56xf32> loc(#loc28)
    %add__2 = fx.call "aten.add_.Tensor"(%batch_norm_10, %relu__6) : (tensor<1x256x56x56xf32>, tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32> loc(#loc29)
    %relu__9 = fx.call "aten.relu_.default"(%add__2) : (tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32> loc(#loc24)
    %p_layer2_0_downsample_0_weight = fx.get_attr @"layer2.0.downsample.0.weight" : tensor<512x256x1x1xf32>
    %conv2d_11 = fx.call "aten.conv2d.default"(%relu__9, %p_layer2_0_downsample_0_weight, none, [2, 2]) : (tensor<1x256x56x56xf32>, tensor<512x256x1x1xf32>) -> tensor<1x512x28x28xf32> loc(#loc30)
    %p_layer2_0_downsample_1_weight = fx.get_attr @"layer2.0.downsample.1.weight" : tensor<512xf32>
    %p_layer2_0_downsample_1_bias = fx.get_attr @"layer2.0.downsample.1.bias" : tensor<512xf32>
    %b_layer2_0_downsample_1_running_mean = fx.get_attr @"layer2.0.downsample.1.running_mean" : tensor<512xf32>
    %b_layer2_0_downsample_1_running_var = fx.get_attr @"layer2.0.downsample.1.running_var" : tensor<512xf32>
    %batch_norm_11 = fx.call "aten.batch_norm.default"(%conv2d_11, %p_layer2_0_downsample_1_weight, %p_layer2_0_downsample_1_bias, %b_layer2_0_downsample_1_running_mean, %b_layer2_0_downsample_1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x28x28xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x28x28xf32> loc(#loc31)
    %p_layer2_0_conv1_weight = fx.get_attr @"layer2.0.conv1.weight" : tensor<128x256x1x1xf32>
    %conv2d_12 = fx.call "aten.conv2d.default"(%relu__9, %p_layer2_0_conv1_weight) : (tensor<1x256x56x56xf32>, tensor<128x256x1x1xf32>) -> tensor<1x128x56x56xf32> loc(#loc32)
    %p_layer2_0_bn1_weight = fx.get_attr @"layer2.0.bn1.weight" : tensor<128xf32>
    %p_layer2_0_bn1_bias = fx.get_attr @"layer2.0.bn1.bias" : tensor<128xf32>
    %b_layer2_0_bn1_running_mean = fx.get_attr @"layer2.0.bn1.running_mean" : tensor<128xf32>
    %b_layer2_0_bn1_running_var = fx.get_attr @"layer2.0.bn1.running_var" : tensor<128xf32>
    %batch_norm_12 = fx.call "aten.batch_norm.default"(%conv2d_12, %p_layer2_0_bn1_weight, %p_layer2_0_bn1_bias, %b_layer2_0_bn1_running_mean, %b_layer2_0_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x128x56x56xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<1x128x56x56xf32> loc(#loc33)
    %relu__10 = fx.call "aten.relu_.default"(%batch_norm_12) : (tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32> loc(#loc34)
    %p_layer2_0_conv2_weight = fx.get_attr @"layer2.0.conv2.weight" : tensor<128x128x3x3xf32>
    %conv2d_13 = fx.call "aten.conv2d.default"(%relu__10, %p_layer2_0_conv2_weight, none, [2, 2], [1, 1]) : (tensor<1x128x56x56xf32>, tensor<128x128x3x3xf32>) -> tensor<1x128x28x28xf32> loc(#loc35)
    %p_layer2_0_bn2_weight = fx.get_attr @"layer2.0.bn2.weight" : tensor<128xf32>
    %p_layer2_0_bn2_bias = fx.get_attr @"layer2.0.bn2.bias" : tensor<128xf32>
    %b_layer2_0_bn2_running_mean = fx.get_attr @"layer2.0.bn2.running_mean" : tensor<128xf32>
    %b_layer2_0_bn2_running_var = fx.get_attr @"layer2.0.bn2.running_var" : tensor<128xf32>
    %batch_norm_13 = fx.call "aten.batch_norm.default"(%conv2d_13, %p_layer2_0_bn2_weight, %p_layer2_0_bn2_bias, %b_layer2_0_bn2_running_mean, %b_layer2_0_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x128x28x28xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<1x128x28x28xf32> loc(#loc36)
    %relu__11 = fx.call "aten.relu_.default"(%batch_norm_13) : (tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32> loc(#loc34)
    %p_layer2_0_conv3_weight = fx.get_attr @"layer2.0.conv3.weight" : tensor<512x128x1x1xf32>
    %conv2d_14 = fx.call "aten.conv2d.default"(%relu__11, %p_layer2_0_conv3_weight) : (tensor<1x128x28x28xf32>, tensor<512x128x1x1xf32>) -> tensor<1x512x28x28xf32> loc(#loc37)
    %p_layer2_0_bn3_weight = fx.get_attr @"layer2.0.bn3.weight" : tensor<512xf32>
    %p_layer2_0_bn3_bias = fx.get_attr @"layer2.0.bn3.bias" : tensor<512xf32>
    %b_layer2_0_bn3_running_mean = fx.get_attr @"layer2.0.bn3.running_mean" : tensor<512xf32>
    %b_layer2_0_bn3_running_var = fx.get_attr @"layer2.0.bn3.running_var" : tensor<512xf32>
    %batch_norm_14 = fx.call "aten.batch_norm.default"(%conv2d_14, %p_layer2_0_bn3_weight, %p_layer2_0_bn3_bias, %b_layer2_0_bn3_running_mean, %b_layer2_0_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x28x28xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x28x28xf32> loc(#loc38)
    %add__3 = fx.call "aten.add_.Tensor"(%batch_norm_14, %batch_norm_11) : (tensor<1x512x28x28xf32>, tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32> loc(#loc39)
    %relu__12 = fx.call "aten.relu_.default"(%add__3) : (tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32> loc(#loc34)
    %p_layer2_1_conv1_weight = fx.get_attr @"layer2.1.conv1.weight" : tensor<128x512x1x1xf32>
    %conv2d_15 = fx.call "aten.conv2d.default"(%relu__12, %p_layer2_1_conv1_weight) : (tensor<1x512x28x28xf32>, tensor<128x512x1x1xf32>) -> tensor<1x128x28x28xf32> loc(#loc40)
    %p_layer2_1_bn1_weight = fx.get_attr @"layer2.1.bn1.weight" : tensor<128xf32>
    %p_layer2_1_bn1_bias = fx.get_attr @"layer2.1.bn1.bias" : tensor<128xf32>
    %b_layer2_1_bn1_running_mean = fx.get_attr @"layer2.1.bn1.running_mean" : tensor<128xf32>
    %b_layer2_1_bn1_running_var = fx.get_attr @"layer2.1.bn1.running_var" : tensor<128xf32>
    %batch_norm_15 = fx.call "aten.batch_norm.default"(%conv2d_15, %p_layer2_1_bn1_weight, %p_layer2_1_bn1_bias, %b_layer2_1_bn1_running_mean, %b_layer2_1_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x128x28x28xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<1x128x28x28xf32> loc(#loc41)
    %relu__13 = fx.call "aten.relu_.default"(%batch_norm_15) : (tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32> loc(#loc42)
    %p_layer2_1_conv2_weight = fx.get_attr @"layer2.1.conv2.weight" : tensor<128x128x3x3xf32>
    %conv2d_16 = fx.call "aten.conv2d.default"(%relu__13, %p_layer2_1_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x128x28x28xf32>, tensor<128x128x3x3xf32>) -> tensor<1x128x28x28xf32> loc(#loc43)
    %p_layer2_1_bn2_weight = fx.get_attr @"layer2.1.bn2.weight" : tensor<128xf32>
    %p_layer2_1_bn2_bias = fx.get_attr @"layer2.1.bn2.bias" : tensor<128xf32>
    %b_layer2_1_bn2_running_mean = fx.get_attr @"layer2.1.bn2.running_mean" : tensor<128xf32>
    %b_layer2_1_bn2_running_var = fx.get_attr @"layer2.1.bn2.running_var" : tensor<128xf32>
    %batch_norm_16 = fx.call "aten.batch_norm.default"(%conv2d_16, %p_layer2_1_bn2_weight, %p_layer2_1_bn2_bias, %b_layer2_1_bn2_running_mean, %b_layer2_1_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x128x28x28xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<1x128x28x28xf32> loc(#loc44)
    %relu__14 = fx.call "aten.relu_.default"(%batch_norm_16) : (tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32> loc(#loc42)
    %p_layer2_1_conv3_weight = fx.get_attr @"layer2.1.conv3.weight" : tensor<512x128x1x1xf32>
    %conv2d_17 = fx.call "aten.conv2d.default"(%relu__14, %p_layer2_1_conv3_weight) : (tensor<1x128x28x28xf32>, tensor<512x128x1x1xf32>) -> tensor<1x512x28x28xf32> loc(#loc45)
    %p_layer2_1_bn3_weight = fx.get_attr @"layer2.1.bn3.weight" : tensor<512xf32>
    %p_layer2_1_bn3_bias = fx.get_attr @"layer2.1.bn3.bias" : tensor<512xf32>
    %b_layer2_1_bn3_running_mean = fx.get_attr @"layer2.1.bn3.running_mean" : tensor<512xf32>
    %b_layer2_1_bn3_running_var = fx.get_attr @"layer2.1.bn3.running_var" : tensor<512xf32>
    %batch_norm_17 = fx.call "aten.batch_norm.default"(%conv2d_17, %p_layer2_1_bn3_weight, %p_layer2_1_bn3_bias, %b_layer2_1_bn3_running_mean, %b_layer2_1_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x28x28xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x28x28xf32> loc(#loc46)
    %add__4 = fx.call "aten.add_.Tensor"(%batch_norm_17, %relu__12) : (tensor<1x512x28x28xf32>, tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32> loc(#loc47)
    %relu__15 = fx.call "aten.relu_.default"(%add__4) : (tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32> loc(#loc42)
    %p_layer2_2_conv1_weight = fx.get_attr @"layer2.2.conv1.weight" : tensor<128x512x1x1xf32>
    %conv2d_18 = fx.call "aten.conv2d.default"(%relu__15, %p_layer2_2_conv1_weight) : (tensor<1x512x28x28xf32>, tensor<128x512x1x1xf32>) -> tensor<1x128x28x28xf32> loc(#loc48)
    %p_layer2_2_bn1_weight = fx.get_attr @"layer2.2.bn1.weight" : tensor<128xf32>
    %p_layer2_2_bn1_bias = fx.get_attr @"layer2.2.bn1.bias" : tensor<128xf32>
    %b_layer2_2_bn1_running_mean = fx.get_attr @"layer2.2.bn1.running_mean" : tensor<128xf32>
    %b_layer2_2_bn1_running_var = fx.get_attr @"layer2.2.bn1.running_var" : tensor<128xf32>
    %batch_norm_18 = fx.call "aten.batch_norm.default"(%conv2d_18, %p_layer2_2_bn1_weight, %p_layer2_2_bn1_bias, %b_layer2_2_bn1_running_mean, %b_layer2_2_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x128x28x28xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<1x128x28x28xf32> loc(#loc49)
    %relu__16 = fx.call "aten.relu_.default"(%batch_norm_18) : (tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32> loc(#loc50)
    %p_layer2_2_conv2_weight = fx.get_attr @"layer2.2.conv2.weight" : tensor<128x128x3x3xf32>
    %conv2d_19 = fx.call "aten.conv2d.default"(%relu__16, %p_layer2_2_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x128x28x28xf32>, tensor<128x128x3x3xf32>) -> tensor<1x128x28x28xf32> loc(#loc51)
    %p_layer2_2_bn2_weight = fx.get_attr @"layer2.2.bn2.weight" : tensor<128xf32>
    %p_layer2_2_bn2_bias = fx.get_attr @"layer2.2.bn2.bias" : tensor<128xf32>
    %b_layer2_2_bn2_running_mean = fx.get_attr @"layer2.2.bn2.running_mean" : tensor<128xf32>
    %b_layer2_2_bn2_running_var = fx.get_attr @"layer2.2.bn2.running_var" : tensor<128xf32>
    %batch_norm_19 = fx.call "aten.batch_norm.default"(%conv2d_19, %p_layer2_2_bn2_weight, %p_layer2_2_bn2_bias, %b_layer2_2_bn2_running_mean, %b_layer2_2_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x128x28x28xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<1x128x28x28xf32> loc(#loc52)
    %relu__17 = fx.call "aten.relu_.default"(%batch_norm_19) : (tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32> loc(#loc50)
    %p_layer2_2_conv3_weight = fx.get_attr @"layer2.2.conv3.weight" : tensor<512x128x1x1xf32>
    %conv2d_20 = fx.call "aten.conv2d.default"(%relu__17, %p_layer2_2_conv3_weight) : (tensor<1x128x28x28xf32>, tensor<512x128x1x1xf32>) -> tensor<1x512x28x28xf32> loc(#loc53)
    %p_layer2_2_bn3_weight = fx.get_attr @"layer2.2.bn3.weight" : tensor<512xf32>
    %p_layer2_2_bn3_bias = fx.get_attr @"layer2.2.bn3.bias" : tensor<512xf32>
    %b_layer2_2_bn3_running_mean = fx.get_attr @"layer2.2.bn3.running_mean" : tensor<512xf32>
    %b_layer2_2_bn3_running_var = fx.get_attr @"layer2.2.bn3.running_var" : tensor<512xf32>
    %batch_norm_20 = fx.call "aten.batch_norm.default"(%conv2d_20, %p_layer2_2_bn3_weight, %p_layer2_2_bn3_bias, %b_layer2_2_bn3_running_mean, %b_layer2_2_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x28x28xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x28x28xf32> loc(#loc54)
    %add__5 = fx.call "aten.add_.Tensor"(%batch_norm_20, %relu__15) : (tensor<1x512x28x28xf32>, tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32> loc(#loc55)
    %relu__18 = fx.call "aten.relu_.default"(%add__5) : (tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32> loc(#loc50)
    %p_layer2_3_conv1_weight = fx.get_attr @"layer2.3.conv1.weight" : tensor<128x512x1x1xf32>
    %conv2d_21 = fx.call "aten.conv2d.default"(%relu__18, %p_layer2_3_conv1_weight) : (tensor<1x512x28x28xf32>, tensor<128x512x1x1xf32>) -> tensor<1x128x28x28xf32> loc(#loc56)
    %p_layer2_3_bn1_weight = fx.get_attr @"layer2.3.bn1.weight" : tensor<128xf32>
    %p_layer2_3_bn1_bias = fx.get_attr @"layer2.3.bn1.bias" : tensor<128xf32>
    %b_layer2_3_bn1_running_mean = fx.get_attr @"layer2.3.bn1.running_mean" : tensor<128xf32>
    %b_layer2_3_bn1_running_var = fx.get_attr @"layer2.3.bn1.running_var" : tensor<128xf32>
    %batch_norm_21 = fx.call "aten.batch_norm.default"(%conv2d_21, %p_layer2_3_bn1_weight, %p_layer2_3_bn1_bias, %b_layer2_3_bn1_running_mean, %b_layer2_3_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x128x28x28xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<1x128x28x28xf32> loc(#loc57)
    %relu__19 = fx.call "aten.relu_.default"(%batch_norm_21) : (tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32> loc(#loc58)
    %p_layer2_3_conv2_weight = fx.get_attr @"layer2.3.conv2.weight" : tensor<128x128x3x3xf32>
    %conv2d_22 = fx.call "aten.conv2d.default"(%relu__19, %p_layer2_3_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x128x28x28xf32>, tensor<128x128x3x3xf32>) -> tensor<1x128x28x28xf32> loc(#loc59)
    %p_layer2_3_bn2_weight = fx.get_attr @"layer2.3.bn2.weight" : tensor<128xf32>
    %p_layer2_3_bn2_bias = fx.get_attr @"layer2.3.bn2.bias" : tensor<128xf32>
    %b_layer2_3_bn2_running_mean = fx.get_attr @"layer2.3.bn2.running_mean" : tensor<128xf32>
    %b_layer2_3_bn2_running_var = fx.get_attr @"layer2.3.bn2.running_var" : tensor<128xf32>
    %batch_norm_22 = fx.call "aten.batch_norm.default"(%conv2d_22, %p_layer2_3_bn2_weight, %p_layer2_3_bn2_bias, %b_layer2_3_bn2_running_mean, %b_layer2_3_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x128x28x28xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<1x128x28x28xf32> loc(#loc60)
    %relu__20 = fx.call "aten.relu_.default"(%batch_norm_22) : (tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32> loc(#loc58)
    %p_layer2_3_conv3_weight = fx.get_attr @"layer2.3.conv3.weight" : tensor<512x128x1x1xf32>
    %conv2d_23 = fx.call "aten.conv2d.default"(%relu__20, %p_layer2_3_conv3_weight) : (tensor<1x128x28x28xf32>, tensor<512x128x1x1xf32>) -> tensor<1x512x28x28xf32> loc(#loc61)
    %p_layer2_3_bn3_weight = fx.get_attr @"layer2.3.bn3.weight" : tensor<512xf32>
    %p_layer2_3_bn3_bias = fx.get_attr @"layer2.3.bn3.bias" : tensor<512xf32>
    %b_layer2_3_bn3_running_mean = fx.get_attr @"layer2.3.bn3.running_mean" : tensor<512xf32>
    %b_layer2_3_bn3_running_var = fx.get_attr @"layer2.3.bn3.running_var" : tensor<512xf32>
    %batch_norm_23 = fx.call "aten.batch_norm.default"(%conv2d_23, %p_layer2_3_bn3_weight, %p_layer2_3_bn3_bias, %b_layer2_3_bn3_running_mean, %b_layer2_3_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x28x28xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x28x28xf32> loc(#loc62)
    %add__6 = fx.call "aten.add_.Tensor"(%batch_norm_23, %relu__18) : (tensor<1x512x28x28xf32>, tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32> loc(#loc63)
    %relu__21 = fx.call "aten.relu_.default"(%add__6) : (tensor<1x512x28x28xf32>) -> tensor<1x512x28x28xf32> loc(#loc58)
    %p_layer3_0_downsample_0_weight = fx.get_attr @"layer3.0.downsample.0.weight" : tensor<1024x512x1x1xf32>
    %conv2d_24 = fx.call "aten.conv2d.default"(%relu__21, %p_layer3_0_downsample_0_weight, none, [2, 2]) : (tensor<1x512x28x28xf32>, tensor<1024x512x1x1xf32>) -> tensor<1x1024x14x14xf32> loc(#loc64)
    %p_layer3_0_downsample_1_weight = fx.get_attr @"layer3.0.downsample.1.weight" : tensor<1024xf32>
    %p_layer3_0_downsample_1_bias = fx.get_attr @"layer3.0.downsample.1.bias" : tensor<1024xf32>
    %b_layer3_0_downsample_1_running_mean = fx.get_attr @"layer3.0.downsample.1.running_mean" : tensor<1024xf32>
    %b_layer3_0_downsample_1_running_var = fx.get_attr @"layer3.0.downsample.1.running_var" : tensor<1024xf32>
    %batch_norm_24 = fx.call "aten.batch_norm.default"(%conv2d_24, %p_layer3_0_downsample_1_weight, %p_layer3_0_downsample_1_bias, %b_layer3_0_downsample_1_running_mean, %b_layer3_0_downsample_1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x1024x14x14xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<1x1024x14x14xf32> loc(#loc65)
    %p_layer3_0_conv1_weight = fx.get_attr @"layer3.0.conv1.weight" : tensor<256x512x1x1xf32>
    %conv2d_25 = fx.call "aten.conv2d.default"(%relu__21, %p_layer3_0_conv1_weight) : (tensor<1x512x28x28xf32>, tensor<256x512x1x1xf32>) -> tensor<1x256x28x28xf32> loc(#loc66)
    %p_layer3_0_bn1_weight = fx.get_attr @"layer3.0.bn1.weight" : tensor<256xf32>
    %p_layer3_0_bn1_bias = fx.get_attr @"layer3.0.bn1.bias" : tensor<256xf32>
    %b_layer3_0_bn1_running_mean = fx.get_attr @"layer3.0.bn1.running_mean" : tensor<256xf32>
    %b_layer3_0_bn1_running_var = fx.get_attr @"layer3.0.bn1.running_var" : tensor<256xf32>
    %batch_norm_25 = fx.call "aten.batch_norm.default"(%conv2d_25, %p_layer3_0_bn1_weight, %p_layer3_0_bn1_bias, %b_layer3_0_bn1_running_mean, %b_layer3_0_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x28x28xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x28x28xf32> loc(#loc67)
    %relu__22 = fx.call "aten.relu_.default"(%batch_norm_25) : (tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32> loc(#loc68)
    %p_layer3_0_conv2_weight = fx.get_attr @"layer3.0.conv2.weight" : tensor<256x256x3x3xf32>
    %conv2d_26 = fx.call "aten.conv2d.default"(%relu__22, %p_layer3_0_conv2_weight, none, [2, 2], [1, 1]) : (tensor<1x256x28x28xf32>, tensor<256x256x3x3xf32>) -> tensor<1x256x14x14xf32> loc(#loc69)
    %p_layer3_0_bn2_weight = fx.get_attr @"layer3.0.bn2.weight" : tensor<256xf32>
    %p_layer3_0_bn2_bias = fx.get_attr @"layer3.0.bn2.bias" : tensor<256xf32>
    %b_layer3_0_bn2_running_mean = fx.get_attr @"layer3.0.bn2.running_mean" : tensor<256xf32>
    %b_layer3_0_bn2_running_var = fx.get_attr @"layer3.0.bn2.running_var" : tensor<256xf32>
    %batch_norm_26 = fx.call "aten.batch_norm.default"(%conv2d_26, %p_layer3_0_bn2_weight, %p_layer3_0_bn2_bias, %b_layer3_0_bn2_running_mean, %b_layer3_0_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc70)
    %relu__23 = fx.call "aten.relu_.default"(%batch_norm_26) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc68)
    %p_layer3_0_conv3_weight = fx.get_attr @"layer3.0.conv3.weight" : tensor<1024x256x1x1xf32>
    %conv2d_27 = fx.call "aten.conv2d.default"(%relu__23, %p_layer3_0_conv3_weight) : (tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) -> tensor<1x1024x14x14xf32> loc(#loc71)
    %p_layer3_0_bn3_weight = fx.get_attr @"layer3.0.bn3.weight" : tensor<1024xf32>
    %p_layer3_0_bn3_bias = fx.get_attr @"layer3.0.bn3.bias" : tensor<1024xf32>
    %b_layer3_0_bn3_running_mean = fx.get_attr @"layer3.0.bn3.running_mean" : tensor<1024xf32>
    %b_layer3_0_bn3_running_var = fx.get_attr @"layer3.0.bn3.running_var" : tensor<1024xf32>
    %batch_norm_27 = fx.call "aten.batch_norm.default"(%conv2d_27, %p_layer3_0_bn3_weight, %p_layer3_0_bn3_bias, %b_layer3_0_bn3_running_mean, %b_layer3_0_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x1024x14x14xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<1x1024x14x14xf32> loc(#loc72)
    %add__7 = fx.call "aten.add_.Tensor"(%batch_norm_27, %batch_norm_24) : (tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc73)
    %relu__24 = fx.call "aten.relu_.default"(%add__7) : (tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc68)
    %p_layer3_1_conv1_weight = fx.get_attr @"layer3.1.conv1.weight" : tensor<256x1024x1x1xf32>
    %conv2d_28 = fx.call "aten.conv2d.default"(%relu__24, %p_layer3_1_conv1_weight) : (tensor<1x1024x14x14xf32>, tensor<256x1024x1x1xf32>) -> tensor<1x256x14x14xf32> loc(#loc74)
    %p_layer3_1_bn1_weight = fx.get_attr @"layer3.1.bn1.weight" : tensor<256xf32>
    %p_layer3_1_bn1_bias = fx.get_attr @"layer3.1.bn1.bias" : tensor<256xf32>
    %b_layer3_1_bn1_running_mean = fx.get_attr @"layer3.1.bn1.running_mean" : tensor<256xf32>
    %b_layer3_1_bn1_running_var = fx.get_attr @"layer3.1.bn1.running_var" : tensor<256xf32>
    %batch_norm_28 = fx.call "aten.batch_norm.default"(%conv2d_28, %p_layer3_1_bn1_weight, %p_layer3_1_bn1_bias, %b_layer3_1_bn1_running_mean, %b_layer3_1_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc75)
    %relu__25 = fx.call "aten.relu_.default"(%batch_norm_28) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc76)
    %p_layer3_1_conv2_weight = fx.get_attr @"layer3.1.conv2.weight" : tensor<256x256x3x3xf32>
    %conv2d_29 = fx.call "aten.conv2d.default"(%relu__25, %p_layer3_1_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x256x14x14xf32>, tensor<256x256x3x3xf32>) -> tensor<1x256x14x14xf32> loc(#loc77)
    %p_layer3_1_bn2_weight = fx.get_attr @"layer3.1.bn2.weight" : tensor<256xf32>
    %p_layer3_1_bn2_bias = fx.get_attr @"layer3.1.bn2.bias" : tensor<256xf32>
    %b_layer3_1_bn2_running_mean = fx.get_attr @"layer3.1.bn2.running_mean" : tensor<256xf32>
    %b_layer3_1_bn2_running_var = fx.get_attr @"layer3.1.bn2.running_var" : tensor<256xf32>
    %batch_norm_29 = fx.call "aten.batch_norm.default"(%conv2d_29, %p_layer3_1_bn2_weight, %p_layer3_1_bn2_bias, %b_layer3_1_bn2_running_mean, %b_layer3_1_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc78)
    %relu__26 = fx.call "aten.relu_.default"(%batch_norm_29) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc76)
    %p_layer3_1_conv3_weight = fx.get_attr @"layer3.1.conv3.weight" : tensor<1024x256x1x1xf32>
    %conv2d_30 = fx.call "aten.conv2d.default"(%relu__26, %p_layer3_1_conv3_weight) : (tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) -> tensor<1x1024x14x14xf32> loc(#loc79)
    %p_layer3_1_bn3_weight = fx.get_attr @"layer3.1.bn3.weight" : tensor<1024xf32>
    %p_layer3_1_bn3_bias = fx.get_attr @"layer3.1.bn3.bias" : tensor<1024xf32>
    %b_layer3_1_bn3_running_mean = fx.get_attr @"layer3.1.bn3.running_mean" : tensor<1024xf32>
    %b_layer3_1_bn3_running_var = fx.get_attr @"layer3.1.bn3.running_var" : tensor<1024xf32>
    %batch_norm_30 = fx.call "aten.batch_norm.default"(%conv2d_30, %p_layer3_1_bn3_weight, %p_layer3_1_bn3_bias, %b_layer3_1_bn3_running_mean, %b_layer3_1_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x1024x14x14xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<1x1024x14x14xf32> loc(#loc80)
    %add__8 = fx.call "aten.add_.Tensor"(%batch_norm_30, %relu__24) : (tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc81)
    %relu__27 = fx.call "aten.relu_.default"(%add__8) : (tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc76)
    %p_layer3_2_conv1_weight = fx.get_attr @"layer3.2.conv1.weight" : tensor<256x1024x1x1xf32>
    %conv2d_31 = fx.call "aten.conv2d.default"(%relu__27, %p_layer3_2_conv1_weight) : (tensor<1x1024x14x14xf32>, tensor<256x1024x1x1xf32>) -> tensor<1x256x14x14xf32> loc(#loc82)
    %p_layer3_2_bn1_weight = fx.get_attr @"layer3.2.bn1.weight" : tensor<256xf32>
    %p_layer3_2_bn1_bias = fx.get_attr @"layer3.2.bn1.bias" : tensor<256xf32>
    %b_layer3_2_bn1_running_mean = fx.get_attr @"layer3.2.bn1.running_mean" : tensor<256xf32>
    %b_layer3_2_bn1_running_var = fx.get_attr @"layer3.2.bn1.running_var" : tensor<256xf32>
    %batch_norm_31 = fx.call "aten.batch_norm.default"(%conv2d_31, %p_layer3_2_bn1_weight, %p_layer3_2_bn1_bias, %b_layer3_2_bn1_running_mean, %b_layer3_2_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc83)
    %relu__28 = fx.call "aten.relu_.default"(%batch_norm_31) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc84)
    %p_layer3_2_conv2_weight = fx.get_attr @"layer3.2.conv2.weight" : tensor<256x256x3x3xf32>
    %conv2d_32 = fx.call "aten.conv2d.default"(%relu__28, %p_layer3_2_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x256x14x14xf32>, tensor<256x256x3x3xf32>) -> tensor<1x256x14x14xf32> loc(#loc85)
    %p_layer3_2_bn2_weight = fx.get_attr @"layer3.2.bn2.weight" : tensor<256xf32>
    %p_layer3_2_bn2_bias = fx.get_attr @"layer3.2.bn2.bias" : tensor<256xf32>
    %b_layer3_2_bn2_running_mean = fx.get_attr @"layer3.2.bn2.running_mean" : tensor<256xf32>
    %b_layer3_2_bn2_running_var = fx.get_attr @"layer3.2.bn2.running_var" : tensor<256xf32>
    %batch_norm_32 = fx.call "aten.batch_norm.default"(%conv2d_32, %p_layer3_2_bn2_weight, %p_layer3_2_bn2_bias, %b_layer3_2_bn2_running_mean, %b_layer3_2_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc86)
    %relu__29 = fx.call "aten.relu_.default"(%batch_norm_32) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc84)
    %p_layer3_2_conv3_weight = fx.get_attr @"layer3.2.conv3.weight" : tensor<1024x256x1x1xf32>
    %conv2d_33 = fx.call "aten.conv2d.default"(%relu__29, %p_layer3_2_conv3_weight) : (tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) -> tensor<1x1024x14x14xf32> loc(#loc87)
    %p_layer3_2_bn3_weight = fx.get_attr @"layer3.2.bn3.weight" : tensor<1024xf32>
    %p_layer3_2_bn3_bias = fx.get_attr @"layer3.2.bn3.bias" : tensor<1024xf32>
    %b_layer3_2_bn3_running_mean = fx.get_attr @"layer3.2.bn3.running_mean" : tensor<1024xf32>
    %b_layer3_2_bn3_running_var = fx.get_attr @"layer3.2.bn3.running_var" : tensor<1024xf32>
    %batch_norm_33 = fx.call "aten.batch_norm.default"(%conv2d_33, %p_layer3_2_bn3_weight, %p_layer3_2_bn3_bias, %b_layer3_2_bn3_running_mean, %b_layer3_2_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x1024x14x14xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<1x1024x14x14xf32> loc(#loc88)
    %add__9 = fx.call "aten.add_.Tensor"(%batch_norm_33, %relu__27) : (tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc89)
    %relu__30 = fx.call "aten.relu_.default"(%add__9) : (tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc84)
    %p_layer3_3_conv1_weight = fx.get_attr @"layer3.3.conv1.weight" : tensor<256x1024x1x1xf32>
    %conv2d_34 = fx.call "aten.conv2d.default"(%relu__30, %p_layer3_3_conv1_weight) : (tensor<1x1024x14x14xf32>, tensor<256x1024x1x1xf32>) -> tensor<1x256x14x14xf32> loc(#loc90)
    %p_layer3_3_bn1_weight = fx.get_attr @"layer3.3.bn1.weight" : tensor<256xf32>
    %p_layer3_3_bn1_bias = fx.get_attr @"layer3.3.bn1.bias" : tensor<256xf32>
    %b_layer3_3_bn1_running_mean = fx.get_attr @"layer3.3.bn1.running_mean" : tensor<256xf32>
    %b_layer3_3_bn1_running_var = fx.get_attr @"layer3.3.bn1.running_var" : tensor<256xf32>
    %batch_norm_34 = fx.call "aten.batch_norm.default"(%conv2d_34, %p_layer3_3_bn1_weight, %p_layer3_3_bn1_bias, %b_layer3_3_bn1_running_mean, %b_layer3_3_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc91)
    %relu__31 = fx.call "aten.relu_.default"(%batch_norm_34) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc92)
    %p_layer3_3_conv2_weight = fx.get_attr @"layer3.3.conv2.weight" : tensor<256x256x3x3xf32>
    %conv2d_35 = fx.call "aten.conv2d.default"(%relu__31, %p_layer3_3_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x256x14x14xf32>, tensor<256x256x3x3xf32>) -> tensor<1x256x14x14xf32> loc(#loc93)
    %p_layer3_3_bn2_weight = fx.get_attr @"layer3.3.bn2.weight" : tensor<256xf32>
    %p_layer3_3_bn2_bias = fx.get_attr @"layer3.3.bn2.bias" : tensor<256xf32>
    %b_layer3_3_bn2_running_mean = fx.get_attr @"layer3.3.bn2.running_mean" : tensor<256xf32>
    %b_layer3_3_bn2_running_var = fx.get_attr @"layer3.3.bn2.running_var" : tensor<256xf32>
    %batch_norm_35 = fx.call "aten.batch_norm.default"(%conv2d_35, %p_layer3_3_bn2_weight, %p_layer3_3_bn2_bias, %b_layer3_3_bn2_running_mean, %b_layer3_3_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc94)
    %relu__32 = fx.call "aten.relu_.default"(%batch_norm_35) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc92)
    %p_layer3_3_conv3_weight = fx.get_attr @"layer3.3.conv3.weight" : tensor<1024x256x1x1xf32>
    %conv2d_36 = fx.call "aten.conv2d.default"(%relu__32, %p_layer3_3_conv3_weight) : (tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) -> tensor<1x1024x14x14xf32> loc(#loc95)
    %p_layer3_3_bn3_weight = fx.get_attr @"layer3.3.bn3.weight" : tensor<1024xf32>
    %p_layer3_3_bn3_bias = fx.get_attr @"layer3.3.bn3.bias" : tensor<1024xf32>
    %b_layer3_3_bn3_running_mean = fx.get_attr @"layer3.3.bn3.running_mean" : tensor<1024xf32>
    %b_layer3_3_bn3_running_var = fx.get_attr @"layer3.3.bn3.running_var" : tensor<1024xf32>
    %batch_norm_36 = fx.call "aten.batch_norm.default"(%conv2d_36, %p_layer3_3_bn3_weight, %p_layer3_3_bn3_bias, %b_layer3_3_bn3_running_mean, %b_layer3_3_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x1024x14x14xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<1x1024x14x14xf32> loc(#loc96)
    %add__10 = fx.call "aten.add_.Tensor"(%batch_norm_36, %relu__30) : (tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc97)
    %relu__33 = fx.call "aten.relu_.default"(%add__10) : (tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc92)
    %p_layer3_4_conv1_weight = fx.get_attr @"layer3.4.conv1.weight" : tensor<256x1024x1x1xf32>
    %conv2d_37 = fx.call "aten.conv2d.default"(%relu__33, %p_layer3_4_conv1_weight) : (tensor<1x1024x14x14xf32>, tensor<256x1024x1x1xf32>) -> tensor<1x256x14x14xf32> loc(#loc98)
    %p_layer3_4_bn1_weight = fx.get_attr @"layer3.4.bn1.weight" : tensor<256xf32>
    %p_layer3_4_bn1_bias = fx.get_attr @"layer3.4.bn1.bias" : tensor<256xf32>
    %b_layer3_4_bn1_running_mean = fx.get_attr @"layer3.4.bn1.running_mean" : tensor<256xf32>
    %b_layer3_4_bn1_running_var = fx.get_attr @"layer3.4.bn1.running_var" : tensor<256xf32>
    %batch_norm_37 = fx.call "aten.batch_norm.default"(%conv2d_37, %p_layer3_4_bn1_weight, %p_layer3_4_bn1_bias, %b_layer3_4_bn1_running_mean, %b_layer3_4_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc99)
    %relu__34 = fx.call "aten.relu_.default"(%batch_norm_37) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc100)
    %p_layer3_4_conv2_weight = fx.get_attr @"layer3.4.conv2.weight" : tensor<256x256x3x3xf32>
    %conv2d_38 = fx.call "aten.conv2d.default"(%relu__34, %p_layer3_4_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x256x14x14xf32>, tensor<256x256x3x3xf32>) -> tensor<1x256x14x14xf32> loc(#loc101)
    %p_layer3_4_bn2_weight = fx.get_attr @"layer3.4.bn2.weight" : tensor<256xf32>
    %p_layer3_4_bn2_bias = fx.get_attr @"layer3.4.bn2.bias" : tensor<256xf32>
    %b_layer3_4_bn2_running_mean = fx.get_attr @"layer3.4.bn2.running_mean" : tensor<256xf32>
    %b_layer3_4_bn2_running_var = fx.get_attr @"layer3.4.bn2.running_var" : tensor<256xf32>
    %batch_norm_38 = fx.call "aten.batch_norm.default"(%conv2d_38, %p_layer3_4_bn2_weight, %p_layer3_4_bn2_bias, %b_layer3_4_bn2_running_mean, %b_layer3_4_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc102)
    %relu__35 = fx.call "aten.relu_.default"(%batch_norm_38) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc100)
    %p_layer3_4_conv3_weight = fx.get_attr @"layer3.4.conv3.weight" : tensor<1024x256x1x1xf32>
    %conv2d_39 = fx.call "aten.conv2d.default"(%relu__35, %p_layer3_4_conv3_weight) : (tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) -> tensor<1x1024x14x14xf32> loc(#loc103)
    %p_layer3_4_bn3_weight = fx.get_attr @"layer3.4.bn3.weight" : tensor<1024xf32>
    %p_layer3_4_bn3_bias = fx.get_attr @"layer3.4.bn3.bias" : tensor<1024xf32>
    %b_layer3_4_bn3_running_mean = fx.get_attr @"layer3.4.bn3.running_mean" : tensor<1024xf32>
    %b_layer3_4_bn3_running_var = fx.get_attr @"layer3.4.bn3.running_var" : tensor<1024xf32>
    %batch_norm_39 = fx.call "aten.batch_norm.default"(%conv2d_39, %p_layer3_4_bn3_weight, %p_layer3_4_bn3_bias, %b_layer3_4_bn3_running_mean, %b_layer3_4_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x1024x14x14xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<1x1024x14x14xf32> loc(#loc104)
    %add__11 = fx.call "aten.add_.Tensor"(%batch_norm_39, %relu__33) : (tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc105)
    %relu__36 = fx.call "aten.relu_.default"(%add__11) : (tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc100)
    %p_layer3_5_conv1_weight = fx.get_attr @"layer3.5.conv1.weight" : tensor<256x1024x1x1xf32>
    %conv2d_40 = fx.call "aten.conv2d.default"(%relu__36, %p_layer3_5_conv1_weight) : (tensor<1x1024x14x14xf32>, tensor<256x1024x1x1xf32>) -> tensor<1x256x14x14xf32> loc(#loc106)
    %p_layer3_5_bn1_weight = fx.get_attr @"layer3.5.bn1.weight" : tensor<256xf32>
    %p_layer3_5_bn1_bias = fx.get_attr @"layer3.5.bn1.bias" : tensor<256xf32>
    %b_layer3_5_bn1_running_mean = fx.get_attr @"layer3.5.bn1.running_mean" : tensor<256xf32>
    %b_layer3_5_bn1_running_var = fx.get_attr @"layer3.5.bn1.running_var" : tensor<256xf32>
    %batch_norm_40 = fx.call "aten.batch_norm.default"(%conv2d_40, %p_layer3_5_bn1_weight, %p_layer3_5_bn1_bias, %b_layer3_5_bn1_running_mean, %b_layer3_5_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc107)
    %relu__37 = fx.call "aten.relu_.default"(%batch_norm_40) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc108)
    %p_layer3_5_conv2_weight = fx.get_attr @"layer3.5.conv2.weight" : tensor<256x256x3x3xf32>
    %conv2d_41 = fx.call "aten.conv2d.default"(%relu__37, %p_layer3_5_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x256x14x14xf32>, tensor<256x256x3x3xf32>) -> tensor<1x256x14x14xf32> loc(#loc109)
    %p_layer3_5_bn2_weight = fx.get_attr @"layer3.5.bn2.weight" : tensor<256xf32>
    %p_layer3_5_bn2_bias = fx.get_attr @"layer3.5.bn2.bias" : tensor<256xf32>
    %b_layer3_5_bn2_running_mean = fx.get_attr @"layer3.5.bn2.running_mean" : tensor<256xf32>
    %b_layer3_5_bn2_running_var = fx.get_attr @"layer3.5.bn2.running_var" : tensor<256xf32>
    %batch_norm_41 = fx.call "aten.batch_norm.default"(%conv2d_41, %p_layer3_5_bn2_weight, %p_layer3_5_bn2_bias, %b_layer3_5_bn2_running_mean, %b_layer3_5_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x256x14x14xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<1x256x14x14xf32> loc(#loc110)
    %relu__38 = fx.call "aten.relu_.default"(%batch_norm_41) : (tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32> loc(#loc108)
    %p_layer3_5_conv3_weight = fx.get_attr @"layer3.5.conv3.weight" : tensor<1024x256x1x1xf32>
    %conv2d_42 = fx.call "aten.conv2d.default"(%relu__38, %p_layer3_5_conv3_weight) : (tensor<1x256x14x14xf32>, tensor<1024x256x1x1xf32>) -> tensor<1x1024x14x14xf32> loc(#loc111)
    %p_layer3_5_bn3_weight = fx.get_attr @"layer3.5.bn3.weight" : tensor<1024xf32>
    %p_layer3_5_bn3_bias = fx.get_attr @"layer3.5.bn3.bias" : tensor<1024xf32>
    %b_layer3_5_bn3_running_mean = fx.get_attr @"layer3.5.bn3.running_mean" : tensor<1024xf32>
    %b_layer3_5_bn3_running_var = fx.get_attr @"layer3.5.bn3.running_var" : tensor<1024xf32>
    %batch_norm_42 = fx.call "aten.batch_norm.default"(%conv2d_42, %p_layer3_5_bn3_weight, %p_layer3_5_bn3_bias, %b_layer3_5_bn3_running_mean, %b_layer3_5_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x1024x14x14xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<1x1024x14x14xf32> loc(#loc112)
    %add__12 = fx.call "aten.add_.Tensor"(%batch_norm_42, %relu__36) : (tensor<1x1024x14x14xf32>, tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc113)
    %relu__39 = fx.call "aten.relu_.default"(%add__12) : (tensor<1x1024x14x14xf32>) -> tensor<1x1024x14x14xf32> loc(#loc108)
    %p_layer4_0_downsample_0_weight = fx.get_attr @"layer4.0.downsample.0.weight" : tensor<2048x1024x1x1xf32>
    %conv2d_43 = fx.call "aten.conv2d.default"(%relu__39, %p_layer4_0_downsample_0_weight, none, [2, 2]) : (tensor<1x1024x14x14xf32>, tensor<2048x1024x1x1xf32>) -> tensor<1x2048x7x7xf32> loc(#loc114)
    %p_layer4_0_downsample_1_weight = fx.get_attr @"layer4.0.downsample.1.weight" : tensor<2048xf32>
    %p_layer4_0_downsample_1_bias = fx.get_attr @"layer4.0.downsample.1.bias" : tensor<2048xf32>
    %b_layer4_0_downsample_1_running_mean = fx.get_attr @"layer4.0.downsample.1.running_mean" : tensor<2048xf32>
    %b_layer4_0_downsample_1_running_var = fx.get_attr @"layer4.0.downsample.1.running_var" : tensor<2048xf32>
    %batch_norm_43 = fx.call "aten.batch_norm.default"(%conv2d_43, %p_layer4_0_downsample_1_weight, %p_layer4_0_downsample_1_bias, %b_layer4_0_downsample_1_running_mean, %b_layer4_0_downsample_1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x2048x7x7xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<1x2048x7x7xf32> loc(#loc115)
    %p_layer4_0_conv1_weight = fx.get_attr @"layer4.0.conv1.weight" : tensor<512x1024x1x1xf32>
    %conv2d_44 = fx.call "aten.conv2d.default"(%relu__39, %p_layer4_0_conv1_weight) : (tensor<1x1024x14x14xf32>, tensor<512x1024x1x1xf32>) -> tensor<1x512x14x14xf32> loc(#loc116)
    %p_layer4_0_bn1_weight = fx.get_attr @"layer4.0.bn1.weight" : tensor<512xf32>
    %p_layer4_0_bn1_bias = fx.get_attr @"layer4.0.bn1.bias" : tensor<512xf32>
    %b_layer4_0_bn1_running_mean = fx.get_attr @"layer4.0.bn1.running_mean" : tensor<512xf32>
    %b_layer4_0_bn1_running_var = fx.get_attr @"layer4.0.bn1.running_var" : tensor<512xf32>
    %batch_norm_44 = fx.call "aten.batch_norm.default"(%conv2d_44, %p_layer4_0_bn1_weight, %p_layer4_0_bn1_bias, %b_layer4_0_bn1_running_mean, %b_layer4_0_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x14x14xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x14x14xf32> loc(#loc117)
    %relu__40 = fx.call "aten.relu_.default"(%batch_norm_44) : (tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32> loc(#loc118)
    %p_layer4_0_conv2_weight = fx.get_attr @"layer4.0.conv2.weight" : tensor<512x512x3x3xf32>
    %conv2d_45 = fx.call "aten.conv2d.default"(%relu__40, %p_layer4_0_conv2_weight, none, [2, 2], [1, 1]) : (tensor<1x512x14x14xf32>, tensor<512x512x3x3xf32>) -> tensor<1x512x7x7xf32> loc(#loc119)
    %p_layer4_0_bn2_weight = fx.get_attr @"layer4.0.bn2.weight" : tensor<512xf32>
    %p_layer4_0_bn2_bias = fx.get_attr @"layer4.0.bn2.bias" : tensor<512xf32>
    %b_layer4_0_bn2_running_mean = fx.get_attr @"layer4.0.bn2.running_mean" : tensor<512xf32>
    %b_layer4_0_bn2_running_var = fx.get_attr @"layer4.0.bn2.running_var" : tensor<512xf32>
    %batch_norm_45 = fx.call "aten.batch_norm.default"(%conv2d_45, %p_layer4_0_bn2_weight, %p_layer4_0_bn2_bias, %b_layer4_0_bn2_running_mean, %b_layer4_0_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x7x7xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x7x7xf32> loc(#loc120)
    %relu__41 = fx.call "aten.relu_.default"(%batch_norm_45) : (tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32> loc(#loc118)
    %p_layer4_0_conv3_weight = fx.get_attr @"layer4.0.conv3.weight" : tensor<2048x512x1x1xf32>
    %conv2d_46 = fx.call "aten.conv2d.default"(%relu__41, %p_layer4_0_conv3_weight) : (tensor<1x512x7x7xf32>, tensor<2048x512x1x1xf32>) -> tensor<1x2048x7x7xf32> loc(#loc121)
    %p_layer4_0_bn3_weight = fx.get_attr @"layer4.0.bn3.weight" : tensor<2048xf32>
    %p_layer4_0_bn3_bias = fx.get_attr @"layer4.0.bn3.bias" : tensor<2048xf32>
    %b_layer4_0_bn3_running_mean = fx.get_attr @"layer4.0.bn3.running_mean" : tensor<2048xf32>
    %b_layer4_0_bn3_running_var = fx.get_attr @"layer4.0.bn3.running_var" : tensor<2048xf32>
    %batch_norm_46 = fx.call "aten.batch_norm.default"(%conv2d_46, %p_layer4_0_bn3_weight, %p_layer4_0_bn3_bias, %b_layer4_0_bn3_running_mean, %b_layer4_0_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x2048x7x7xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<1x2048x7x7xf32> loc(#loc122)
    %add__13 = fx.call "aten.add_.Tensor"(%batch_norm_46, %batch_norm_43) : (tensor<1x2048x7x7xf32>, tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32> loc(#loc123)
    %relu__42 = fx.call "aten.relu_.default"(%add__13) : (tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32> loc(#loc118)
    %p_layer4_1_conv1_weight = fx.get_attr @"layer4.1.conv1.weight" : tensor<512x2048x1x1xf32>
    %conv2d_47 = fx.call "aten.conv2d.default"(%relu__42, %p_layer4_1_conv1_weight) : (tensor<1x2048x7x7xf32>, tensor<512x2048x1x1xf32>) -> tensor<1x512x7x7xf32> loc(#loc124)
    %p_layer4_1_bn1_weight = fx.get_attr @"layer4.1.bn1.weight" : tensor<512xf32>
    %p_layer4_1_bn1_bias = fx.get_attr @"layer4.1.bn1.bias" : tensor<512xf32>
    %b_layer4_1_bn1_running_mean = fx.get_attr @"layer4.1.bn1.running_mean" : tensor<512xf32>
    %b_layer4_1_bn1_running_var = fx.get_attr @"layer4.1.bn1.running_var" : tensor<512xf32>
    %batch_norm_47 = fx.call "aten.batch_norm.default"(%conv2d_47, %p_layer4_1_bn1_weight, %p_layer4_1_bn1_bias, %b_layer4_1_bn1_running_mean, %b_layer4_1_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x7x7xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x7x7xf32> loc(#loc125)
    %relu__43 = fx.call "aten.relu_.default"(%batch_norm_47) : (tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32> loc(#loc126)
    %p_layer4_1_conv2_weight = fx.get_attr @"layer4.1.conv2.weight" : tensor<512x512x3x3xf32>
    %conv2d_48 = fx.call "aten.conv2d.default"(%relu__43, %p_layer4_1_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x512x7x7xf32>, tensor<512x512x3x3xf32>) -> tensor<1x512x7x7xf32> loc(#loc127)
    %p_layer4_1_bn2_weight = fx.get_attr @"layer4.1.bn2.weight" : tensor<512xf32>
    %p_layer4_1_bn2_bias = fx.get_attr @"layer4.1.bn2.bias" : tensor<512xf32>
    %b_layer4_1_bn2_running_mean = fx.get_attr @"layer4.1.bn2.running_mean" : tensor<512xf32>
    %b_layer4_1_bn2_running_var = fx.get_attr @"layer4.1.bn2.running_var" : tensor<512xf32>
    %batch_norm_48 = fx.call "aten.batch_norm.default"(%conv2d_48, %p_layer4_1_bn2_weight, %p_layer4_1_bn2_bias, %b_layer4_1_bn2_running_mean, %b_layer4_1_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x7x7xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x7x7xf32> loc(#loc128)
    %relu__44 = fx.call "aten.relu_.default"(%batch_norm_48) : (tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32> loc(#loc126)
    %p_layer4_1_conv3_weight = fx.get_attr @"layer4.1.conv3.weight" : tensor<2048x512x1x1xf32>
    %conv2d_49 = fx.call "aten.conv2d.default"(%relu__44, %p_layer4_1_conv3_weight) : (tensor<1x512x7x7xf32>, tensor<2048x512x1x1xf32>) -> tensor<1x2048x7x7xf32> loc(#loc129)
    %p_layer4_1_bn3_weight = fx.get_attr @"layer4.1.bn3.weight" : tensor<2048xf32>
    %p_layer4_1_bn3_bias = fx.get_attr @"layer4.1.bn3.bias" : tensor<2048xf32>
    %b_layer4_1_bn3_running_mean = fx.get_attr @"layer4.1.bn3.running_mean" : tensor<2048xf32>
    %b_layer4_1_bn3_running_var = fx.get_attr @"layer4.1.bn3.running_var" : tensor<2048xf32>
    %batch_norm_49 = fx.call "aten.batch_norm.default"(%conv2d_49, %p_layer4_1_bn3_weight, %p_layer4_1_bn3_bias, %b_layer4_1_bn3_running_mean, %b_layer4_1_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x2048x7x7xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<1x2048x7x7xf32> loc(#loc130)
    %add__14 = fx.call "aten.add_.Tensor"(%batch_norm_49, %relu__42) : (tensor<1x2048x7x7xf32>, tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32> loc(#loc131)
    %relu__45 = fx.call "aten.relu_.default"(%add__14) : (tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32> loc(#loc126)
    %p_layer4_2_conv1_weight = fx.get_attr @"layer4.2.conv1.weight" : tensor<512x2048x1x1xf32>
    %conv2d_50 = fx.call "aten.conv2d.default"(%relu__45, %p_layer4_2_conv1_weight) : (tensor<1x2048x7x7xf32>, tensor<512x2048x1x1xf32>) -> tensor<1x512x7x7xf32> loc(#loc132)
    %p_layer4_2_bn1_weight = fx.get_attr @"layer4.2.bn1.weight" : tensor<512xf32>
    %p_layer4_2_bn1_bias = fx.get_attr @"layer4.2.bn1.bias" : tensor<512xf32>
    %b_layer4_2_bn1_running_mean = fx.get_attr @"layer4.2.bn1.running_mean" : tensor<512xf32>
    %b_layer4_2_bn1_running_var = fx.get_attr @"layer4.2.bn1.running_var" : tensor<512xf32>
    %batch_norm_50 = fx.call "aten.batch_norm.default"(%conv2d_50, %p_layer4_2_bn1_weight, %p_layer4_2_bn1_bias, %b_layer4_2_bn1_running_mean, %b_layer4_2_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x7x7xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x7x7xf32> loc(#loc133)
    %relu__46 = fx.call "aten.relu_.default"(%batch_norm_50) : (tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32> loc(#loc134)
    %p_layer4_2_conv2_weight = fx.get_attr @"layer4.2.conv2.weight" : tensor<512x512x3x3xf32>
    %conv2d_51 = fx.call "aten.conv2d.default"(%relu__46, %p_layer4_2_conv2_weight, none, [1, 1], [1, 1]) : (tensor<1x512x7x7xf32>, tensor<512x512x3x3xf32>) -> tensor<1x512x7x7xf32> loc(#loc135)
    %p_layer4_2_bn2_weight = fx.get_attr @"layer4.2.bn2.weight" : tensor<512xf32>
    %p_layer4_2_bn2_bias = fx.get_attr @"layer4.2.bn2.bias" : tensor<512xf32>
    %b_layer4_2_bn2_running_mean = fx.get_attr @"layer4.2.bn2.running_mean" : tensor<512xf32>
    %b_layer4_2_bn2_running_var = fx.get_attr @"layer4.2.bn2.running_var" : tensor<512xf32>
    %batch_norm_51 = fx.call "aten.batch_norm.default"(%conv2d_51, %p_layer4_2_bn2_weight, %p_layer4_2_bn2_bias, %b_layer4_2_bn2_running_mean, %b_layer4_2_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x512x7x7xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<1x512x7x7xf32> loc(#loc136)
    %relu__47 = fx.call "aten.relu_.default"(%batch_norm_51) : (tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32> loc(#loc134)
    %p_layer4_2_conv3_weight = fx.get_attr @"layer4.2.conv3.weight" : tensor<2048x512x1x1xf32>
    %conv2d_52 = fx.call "aten.conv2d.default"(%relu__47, %p_layer4_2_conv3_weight) : (tensor<1x512x7x7xf32>, tensor<2048x512x1x1xf32>) -> tensor<1x2048x7x7xf32> loc(#loc137)
    %p_layer4_2_bn3_weight = fx.get_attr @"layer4.2.bn3.weight" : tensor<2048xf32>
    %p_layer4_2_bn3_bias = fx.get_attr @"layer4.2.bn3.bias" : tensor<2048xf32>
    %b_layer4_2_bn3_running_mean = fx.get_attr @"layer4.2.bn3.running_mean" : tensor<2048xf32>
    %b_layer4_2_bn3_running_var = fx.get_attr @"layer4.2.bn3.running_var" : tensor<2048xf32>
    %batch_norm_52 = fx.call "aten.batch_norm.default"(%conv2d_52, %p_layer4_2_bn3_weight, %p_layer4_2_bn3_bias, %b_layer4_2_bn3_running_mean, %b_layer4_2_bn3_running_var, false, 0.1, 1.0e-05, false) : (tensor<1x2048x7x7xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<1x2048x7x7xf32> loc(#loc138)
    %add__15 = fx.call "aten.add_.Tensor"(%batch_norm_52, %relu__45) : (tensor<1x2048x7x7xf32>, tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32> loc(#loc139)
    %relu__48 = fx.call "aten.relu_.default"(%add__15) : (tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32> loc(#loc134)
    %adaptive_avg_pool2d = fx.call "aten.adaptive_avg_pool2d.default"(%relu__48, [1, 1]) : (tensor<1x2048x7x7xf32>) -> tensor<1x2048x1x1xf32> loc(#loc140)
    %flatten = fx.call "aten.flatten.using_ints"(%adaptive_avg_pool2d, 1) : (tensor<1x2048x1x1xf32>) -> tensor<1x2048xf32> loc(#loc141)
    %p_fc_weight = fx.get_attr @"fc.weight" : tensor<1000x2048xf32>
    %p_fc_bias = fx.get_attr @"fc.bias" : tensor<1000xf32>
    %linear = fx.call "aten.linear.default"(%flatten, %p_fc_weight, %p_fc_bias) : (tensor<1x2048xf32>, tensor<1000x2048xf32>, tensor<1000xf32>) -> tensor<1x1000xf32> loc(#loc142)
    fx.output %linear : tensor<1x1000xf32>
  }
}
#loc0 = loc("conv1")
#loc1 = loc("bn1")
#loc2 = loc("relu")
#loc3 = loc("maxpool")
#loc4 = loc("layer1.0.downsample.0")
#loc5 = loc("layer1.0.downsample.1")
#loc6 = loc("layer1.0.conv1")
#loc7 = loc("layer1.0.bn1")
#loc8 = loc("layer1.0.relu")
#loc9 = loc("layer1.0.conv2")
#loc10 = loc("layer1.0.bn2")
#loc11 = loc("layer1.0.conv3")
#loc12 = loc("layer1.0.bn3")
#loc13 = loc("layer1.0")
#loc14 = loc("layer1.1.conv1")
#loc15 = loc("layer1.1.bn1")
#loc16 = loc("layer1.1.relu")
#loc17 = loc("layer1.1.conv2")
#loc18 = loc("layer1.1.bn2")
#loc19 = loc("layer1.1.conv3")
#loc20 = loc("layer1.1.bn3")
#loc21 = loc("layer1.1")
#loc22 = loc("layer1.2.conv1")
#loc23 = loc("layer1.2.bn1")
#loc24 = loc("layer1.2.relu")
#loc25 = loc("layer1.2.conv2")
#loc26 = loc("layer1.2.bn2")
#loc27 = loc("layer1.2.conv3")
#loc28 = loc("layer1.2.bn3")
#loc29 = loc("layer1.2")
#loc30 = loc("layer2.0.downsample.0")
#loc31 = loc("layer2.0.downsample.1")
#loc32 = loc("layer2.0.conv1")
#loc33 = loc("layer2.0.bn1")
#loc34 = loc("layer2.0.relu")
#loc35 = loc("layer2.0.conv2")
#loc36 = loc("layer2.0.bn2")
#loc37 = loc("layer2.0.conv3")
#loc38 = loc("layer2.0.bn3")
#loc39 = loc("layer2.0")
#loc40 = loc("layer2.1.conv1")
#loc41 = loc("layer2.1.bn1")
#loc42 = loc("layer2.1.relu")
#loc43 = loc("layer2.1.conv2")
#loc44 = loc("layer2.1.bn2")
#loc45 = loc("layer2.1.conv3")
#loc46 = loc("layer2.1.bn3")
#loc47 = loc("layer2.1")
#loc48 = loc("layer2.2.conv1")
#loc49 = loc("layer2.2.bn1")
#loc50 = loc("layer2.2.relu")
#loc51 = loc("layer2.2.conv2")
#loc52 = loc("layer2.2.bn2")
#loc53 = loc("layer2.2.conv3")
#loc54 = loc("layer2.2.bn3")
#loc55 = loc("layer2.2")
#loc56 = loc("layer2.3.conv1")
#loc57 = loc("layer2.3.bn1")
#loc58 = loc("layer2.3.relu")
#loc59 = loc("layer2.3.conv2")
#loc60 = loc("layer2.3.bn2")
#loc61 = loc("layer2.3.conv3")
#loc62 = loc("layer2.3.bn3")
#loc63 = loc("layer2.3")
#loc64 = loc("layer3.0.downsample.0")
#loc65 = loc("layer3.0.downsample.1")
#loc66 = loc("layer3.0.conv1")
#loc67 = loc("layer3.0.bn1")
#loc68 = loc("layer3.0.relu")
#loc69 = loc("layer3.0.conv2")
#loc70 = loc("layer3.0.bn2")
#loc71 = loc("layer3.0.conv3")
#loc72 = loc("layer3.0.bn3")
#loc73 = loc("layer3.0")
#loc74 = loc("layer3.1.conv1")
#loc75 = loc("layer3.1.bn1")
#loc76 = loc("layer3.1.relu")
#loc77 = loc("layer3.1.conv2")
#loc78 = loc("layer3.1.bn2")
#loc79 = loc("layer3.1.conv3")
#loc80 = loc("layer3.1.bn3")
#loc81 = loc("layer3.1")
#loc82 = loc("layer3.2.conv1")
#loc83 = loc("layer3.2.bn1")
#loc84 = loc("layer3.2.relu")
#loc85 = loc("layer3.2.conv2")
#loc86 = loc("layer3.2.bn2")
#loc87 = loc("layer3.2.conv3")
#loc88 = loc("layer3.2.bn3")
#loc89 = loc("layer3.2")
#loc90 = loc("layer3.3.conv1")
#loc91 = loc("layer3.3.bn1")
#loc92 = loc("layer3.3.relu")
#loc93 = loc("layer3.3.conv2")
#loc94 = loc("layer3.3.bn2")
#loc95 = loc("layer3.3.conv3")
#loc96 = loc("layer3.3.bn3")
#loc97 = loc("layer3.3")
#loc98 = loc("layer3.4.conv1")
#loc99 = loc("layer3.4.bn1")
#loc100 = loc("layer3.4.relu")
#loc101 = loc("layer3.4.conv2")
#loc102 = loc("layer3.4.bn2")
#loc103 = loc("layer3.4.conv3")
#loc104 = loc("layer3.4.bn3")
#loc105 = loc("layer3.4")
#loc106 = loc("layer3.5.conv1")
#loc107 = loc("layer3.5.bn1")
#loc108 = loc("layer3.5.relu")
#loc109 = loc("layer3.5.conv2")
#loc110 = loc("layer3.5.bn2")
#loc111 = loc("layer3.5.conv3")
#loc112 = loc("layer3.5.bn3")
#loc113 = loc("layer3.5")
#loc114 = loc("layer4.0.downsample.0")
#loc115 = loc("layer4.0.downsample.1")
#loc116 = loc("layer4.0.conv1")
#loc117 = loc("layer4.0.bn1")
#loc118 = loc("layer4.0.relu")
#loc119 = loc("layer4.0.conv2")
#loc120 = loc("layer4.0.bn2")
#loc121 = loc("layer4.0.conv3")
#loc122 = loc("layer4.0.bn3")
#loc123 = loc("layer4.0")
#loc124 = loc("layer4.1.conv1")
#loc125 = loc("layer4.1.bn1")
#loc126 = loc("layer4.1.relu")
#loc127 = loc("layer4.1.conv2")
#loc128 = loc("layer4.1.bn2")
#loc129 = loc("layer4.1.conv3")
#loc130 = loc("layer4.1.bn3")
#loc131 = loc("layer4.1")
#loc132 = loc("layer4.2.conv1")
#loc133 = loc("layer4.2.bn1")
#loc134 = loc("layer4.2.relu")
#loc135 = loc("layer4.2.conv2")
#loc136 = loc("layer4.2.bn2")
#loc137 = loc("layer4.2.conv3")
#loc138 = loc("layer4.2.bn3")
#loc139 = loc("layer4.2")
#loc140 = loc("avgpool")
#loc141 = loc("ResNet")
#loc142 = loc("fc")
