module attributes {
  tc.version = "0.1",
  tc.model = "bert_bf16",
  tc.expected = [{shape = [1, 128, 768], dtype = bf16, sum = 179.40937109689787, norm = 317.12883073549824, eager_error = 0.006453485007760394, eager_max = 0.04683949783083552, samples = dense<[1.2152574029573997, 0.5737788372417455, 1.2174205816598447, 0.5701827437953373, 1.21673705358595, 0.4826313893388807, 1.239855288182952, 0.4912152797345974, 1.2153279681759774, 0.572941611888006, 1.23905643737076, 0.5347597312350426, 1.2066123332619825, 0.5294415458262011, 1.2141330763616136, 0.5428274287708819, 1.2290798110115144, 0.5659078913270186, 1.2052872793426874, 0.5013035768681084, 1.2344794109890824, 0.565320161996929, 1.2214660220386213, 0.5546324316499474, 1.2494167991462222, 0.5041721834218705, 1.2382034392177867, 0.5200413266499817, 1.2495070416628482, 0.5438440786138895, 1.225191911761965, 0.5510327113751279, 1.2297896269816129, 0.578286638184298, 1.2275398545650376, 0.536910131723981, 1.2087060408277088, 0.5281878708414104, 1.2054022407305225, 0.5641846204312486, 1.2461888406256387, 0.49399829486496677, 1.2390066201296361, 0.5649458583336384, 1.206103828239389, 0.5155173382184655, 1.2400559441762158, 0.5498166668260739, 1.2241285732048477, 0.4985909304569643, 1.205871095615812, 0.5200779268693875, 1.2315411271081496, 0.5666232034678584, 1.2173249731541882, 0.5199777648918681, 1.2360668140326436, 0.4925151999298269, 1.2496474610175898, 0.5793671327955615, 1.2129232672935835, 0.4973411923722392, 1.2249422152265625, 0.5144201208381902, 1.2240317986451068, 0.5428334727066595, 1.2160632041013122, 0.542132065797677, 1.214979972088114, 0.5669414692433041, 1.2330287230164694, 0.5506169373399796, 1.2213584053793882, 0.5517330887216271, 1.2399739777627843, 0.5324848957935873, 1.2167374694443727, 0.5271800292482683, 1.228295528194462, 0.5744878503276922, 1.2244129007173488, 0.5061988970579682, 1.2357142241357295, 0.5317575769519237, 1.2004057283614737, 0.5119368812829111, 1.2249244999172617, 0.516636088612719, 1.2477588867435832, 0.5841013152030371, 1.193841163930045, 0.4839125872835793, 1.2378225761589141, 0.46651238592715794, 1.2600362829347125, 0.5273482956795925, 1.2134225337837745, 0.5206966630755796, 1.2229595122355534, 0.5568419861234428, 1.2340399511095086, 0.527160780462173, 1.2230567830809262, 0.5604990560376283, 1.226268165557805, 0.5686676173605665, 1.2201021318808625, 0.4962925500580871, 1.2295529684676063, 0.5059137010594421, 1.198043170801292, 0.559679228249934, 1.2007933042270449, 0.5629912189985977, 1.2196295782640885, 0.5373112380521651, 1.1993534941703816, 0.5283447301004585, 1.219357243315836, 0.5466440448631439, 1.234564667943856, 0.5418354024651666, 1.2360655172762596, 0.6305508275014604, 1.1973260038312517, 0.486097130551136, 1.2009435604534848, 0.5529602348932978, 1.2270986364461365, 0.5164700868422023, 1.227024799086152, 0.5091155554609871, 1.2033762960022545, 0.5290271900108803, 1.2115860421668796, 0.5533532986544223, 1.2220497542311675, 0.4567101713780082, 1.2365498680619043, 0.5258407698860315, 1.2294270294608132, 0.5024437562449522, 1.1922884434863217, 0.557771797802513, 1.238760703951176, 0.5486578591390604, 1.2243930269082313, 0.47080566381202954, 1.209112476380967, 0.4958650790092814, 1.244091805837196, 0.5566289210488546, 1.2011481160369384, 0.5061551576180038, 1.2433471510223697, 0.5320682424789523, 1.232249027995467, 0.5542122212491059, 1.2358606907419383, 0.5527937224809737, 1.218636754069319, 0.46010487581453224, 1.2289067888145857, 0.5111685816428168, 1.2298820872365226, 0.5910885585205465, 1.2343320760273373, 0.5124983569768227, 1.233691442082315, 0.6076448828439777, 1.2244646519838591, 0.5348566609903613, 1.2276531666340333, 0.5078340091412302, 1.2414939251590855, 0.5051089549521104, 1.2175583745105263, 0.5345111488239054, 1.2135607682555782, 0.5135953471798599, 1.2378431606971003, 0.540162999359912, 1.214629885198192, 0.5379469723942508, 1.2094852831062144, 0.529554362394013, 1.2310332176341146, 0.5269826706056415, 1.2122686932438713, 0.5374777658565452, 1.2116212667247004, 0.5252137066557081, 1.2174724180193315, 0.5109145482061772, 1.2347786173192723, 0.5507660166617812, 1.2020543430914754, 0.5652298686873409, 1.2073425001419744, 0.5636516986263707, 1.2366134934910729, 0.5040006263721033, 1.2144851479875927, 0.5584660272432734, 1.223141074646957, 0.5270005171975737, 1.2002246447740696, 0.5589851209598312, 1.2160844637582944, 0.5703075808479893, 1.2399682394436984, 0.5080096627252034, 1.2197697135503152, 0.5374029687248804, 1.209203367432833, 0.528950525227209, 1.2194529381967598, 0.5820974830330572, 1.2115953990835235, 0.60434352067771, 1.2432473516451756, 0.5219623358633988, 1.2187114944604203, 0.5398025324988032, 1.197750592454882, 0.4832982185805265, 1.2032015300067112, 0.573625959218866, 1.2218315135488025, 0.5022210208679324, 1.1976181560012975, 0.5611788916095032, 1.2397068691044328, 0.5114436228764794, 1.2312376402175111, 0.5596701378103687, 1.2292241371302122, 0.56600569513467, 1.2092342617236729, 0.5472516308728846, 1.2293920149527815, 0.476865136379849, 1.2066108498057972, 0.4991832041196485, 1.226726940749076, 0.5204294031844976, 1.249811950335812, 0.5789414513040281, 1.2167489190637872, 0.5225990847179154, 1.2268436645836007, 0.45927280449841795, 1.2403363758990809, 0.5119778662946, 1.2203799927308183, 0.5471267979450093]> : tensor<256xf64>}, {shape = [1, 768], dtype = bf16, sum = -1.6065459129322086, norm = 17.438062986467504, eager_error = 0.007183235228804176, eager_max = 0.015467936168751334, samples = dense<[0.17813614698512395, -0.2562564177533175, 0.7660054339581065, 0.9064215608563998, 0.7264720476910183, 0.31483813370482144, -0.08817634145726681, -0.8804359009916539, 0.7912477327918139, 0.48658090729206765, 0.9194739054593312, 0.9238667485683826, 0.35740661987989175, -0.17052189695012812, 0.9221642781832758, -0.3523622942772944, 0.8388455834135826, -0.9730248135091629, 0.2802472550398805, -0.6215350944224896, 0.9718250625022892, -0.07951685452093968, 0.19133427767512728, 0.35592660513068247, -0.3036879859164417, 0.12190088581902056, 0.9876658211708814, 0.46422918209160663, -0.6225628140250568, 0.551268126317256, 0.490852918859449, 0.9642994625473684, -0.8709170258597787, -0.8139215897118446, 0.5891413654758635, 0.8755353799114092, 0.8650150439060511, -0.2805964001084792, -0.6913445897535255, -0.5032414334509409, 0.1837043729995525, 0.8692156953552992, -0.8082587289668359, 0.9240990598563856, -0.8532925732569631, -0.4915019532135098, -0.8733110862554566, 0.7799958262703341, 0.5075504624662819, 0.9363671957072925, 0.5959141666477112, 0.8269247586078329, -0.2544506725757182, 0.102728611509222, 0.5673147771951411, -0.2580651166076262, 0.846616400002965, -0.436810006707796, -0.6875602096436729, -0.7304565465114495, -0.006861686029062867, -0.09569278370427241, 0.9352401162568333, 0.8114240594400995, -0.9365543178777643, 0.6561963496987907, -0.9545384177741992, 0.7109835578348355, 0.7860912684070548, 0.4737831457235297, -0.8768579882742137, 0.11996069094482792, 0.9547162755595568, 0.8430831908260146, 0.8138769370753369, 0.9402595006234187, 0.8988939475495288, 0.5879829214378017, 0.37387350464176433, -0.5844802636386427, -0.7056380253732942, -0.8011231005236641, 0.5759964973449322, -0.8875797837107329, 0.07460784616203263, -0.034897835760155406, 0.9095589334073026, -0.772354238325521, 0.15285758708747696, 0.6588433045127028, -0.3701090961678784, -0.8495125585371543, -0.4941855788534269, 0.6807505254278493, 0.5533061075926264, -0.17284035457815475, -0.6318034498157934, 0.828298893665052, -0.8461750793816135, 0.8893151515207063, 0.826196799605315, -0.2866695457577254, -0.7446965665009715, 0.8903441093254266, 0.971484235749291, -0.14657932077714844, 0.6592638316512704, -0.6894702762071729, 0.17558095183993022, -0.14225734777647747, -0.379372763598341, 0.9380406574198049, 0.6621706069844728, -0.18075391238663346, -0.2616588090625334, 0.03128898116568044, 0.5851610561952775, 0.7097078891641149, 0.5654417666257645, 0.2697581501556918, 0.5711652217634039, 0.8744604379147514, -0.006262619218334732, 0.9101920148069775, 0.7715989100086726, 0.3053415597539891, -0.08262411827138577, -0.24236776898833726, -0.4000564529090938, 0.875482136017867, -0.3702907688040438, 0.6188430573523801, 0.31176907751245936, -0.1805238759436674, 0.5933597659856112, -0.49988978186725663, 0.452392836820458, 0.7811332266436342, -0.9482092483621963, 0.9589544860665403, -0.8345058132637377, 0.4021557393138973, -0.9399201681335309, 0.41006130674243274, -0.2404033765226247, 0.14903433947492029, 0.648606335420785, 0.4023053177624161, -0.5480008848632706, 0.9632174463867265, -0.24695753710083843, -0.41902607023110494, -0.84146616512935, -0.3221627087676225, -0.44751278172209574, 0.3910731733646508, 0.28236551032678503, -0.7427546936959524, -0.9711504137986895, -0.3454607054074399, 0.4177652509677053, -0.05304855207129484, 0.4004622013931233, -0.3141356475854488, 0.8438870120930515, 0.21878581823464172, 0.41335673069640355, -0.03580068438145105, -0.9002907900889895, 0.40030611046198944, -0.2895897130541382, 0.3191632341248235, 0.7779638908707498, 0.5486716010109866, 0.5863218546470172, -0.4118513611179016, -0.6088922964843485, -0.5922503503854023, 0.17585678697853518, 0.2854412655860216, -0.8666609771098696, -0.2929591239184881, 0.7847625496952817, -0.5707146551520127, -0.34543944905536056, -0.102032018227284, 0.04891137921856963, 0.21163178877521818, -0.96801616416566, 0.44194908679928513, -0.31817205605240684, 0.7915964451902269, -0.9157731674937607, -0.5060950757058256, 0.7190855729375254, 0.5487302384496885, -0.03804631598563131, 0.7096742691560063, 0.08473594527651518, -0.45484974629619107, -0.4647855358368739, 0.32487011202089566, -0.04541439550457881, -0.9889722482389828, 0.8870062931018812, -0.15950008978807298, 0.856207921398597, 0.6538706219571958, -0.5762226616885415, 0.6731469779010509, 0.81483952078241, 0.020626526629990878, -0.8449916689107855, 0.4493821931280804, 0.38681566973094744, 0.6144238399549936, -0.7461278867484195, -0.8897757370943509, 0.679160753899295, -0.8949391209984932, 0.7119917488829236, -0.9780579365733981, -0.8890735077923921, 0.5399517213402204, 0.8929134536521192, -0.9027977368526511, 0.07005228518662202, -0.6059272680902368, 0.1242120535491327, -0.5690423730840548, -0.03260140403213271, 0.453076993277666, 0.32363878988451944, -0.5615404121854846, -0.830544536808891, 0.8750500116316275, -0.9262389744200606, 0.2372217679416429, -0.46374008487679697, -0.5770340136764012, 0.15791242647696999, -0.161774069687945, -0.6652233147258413, 0.20035455321194165, -0.10986820719519266, 0.04233085482087471, -0.9260339117830351, -0.8878050927359192, 0.8071927269667928, -0.820334465366669, -0.4190876806576381, -0.12083116724155793, -0.3343128724734498, 0.29560288637411836, -0.992373358527391, -0.7802163414384047]> : tensor<256xf64>}]
} {
  prim.weight @"embeddings.word_embeddings.weight" : tensor<30522x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 0, seed = 7}}
  prim.weight @"embeddings.position_embeddings.weight" : tensor<512x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 1, seed = 7}}
  prim.weight @"embeddings.token_type_embeddings.weight" : tensor<2x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 2, seed = 7}}
  prim.weight @"embeddings.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 3, seed = 7}}
  prim.weight @"embeddings.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 4, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 5, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 6, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 7, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 8, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 9, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 10, seed = 7}}
  prim.weight @"encoder.layer.0.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 11, seed = 7}}
  prim.weight @"encoder.layer.0.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 12, seed = 7}}
  prim.weight @"encoder.layer.0.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 13, seed = 7}}
  prim.weight @"encoder.layer.0.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 14, seed = 7}}
  prim.weight @"encoder.layer.0.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 15, seed = 7}}
  prim.weight @"encoder.layer.0.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 16, seed = 7}}
  prim.weight @"encoder.layer.0.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 17, seed = 7}}
  prim.weight @"encoder.layer.0.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 18, seed = 7}}
  prim.weight @"encoder.layer.0.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 19, seed = 7}}
  prim.weight @"encoder.layer.0.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 20, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 21, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 22, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 23, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 24, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 25, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 26, seed = 7}}
  prim.weight @"encoder.layer.1.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 27, seed = 7}}
  prim.weight @"encoder.layer.1.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 28, seed = 7}}
  prim.weight @"encoder.layer.1.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 29, seed = 7}}
  prim.weight @"encoder.layer.1.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 30, seed = 7}}
  prim.weight @"encoder.layer.1.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 31, seed = 7}}
  prim.weight @"encoder.layer.1.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 32, seed = 7}}
  prim.weight @"encoder.layer.1.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 33, seed = 7}}
  prim.weight @"encoder.layer.1.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 34, seed = 7}}
  prim.weight @"encoder.layer.1.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 35, seed = 7}}
  prim.weight @"encoder.layer.1.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 36, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 37, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 38, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 39, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 40, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 41, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 42, seed = 7}}
  prim.weight @"encoder.layer.2.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 43, seed = 7}}
  prim.weight @"encoder.layer.2.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 44, seed = 7}}
  prim.weight @"encoder.layer.2.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 45, seed = 7}}
  prim.weight @"encoder.layer.2.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 46, seed = 7}}
  prim.weight @"encoder.layer.2.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 47, seed = 7}}
  prim.weight @"encoder.layer.2.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 48, seed = 7}}
  prim.weight @"encoder.layer.2.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 49, seed = 7}}
  prim.weight @"encoder.layer.2.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 50, seed = 7}}
  prim.weight @"encoder.layer.2.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 51, seed = 7}}
  prim.weight @"encoder.layer.2.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 52, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 53, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 54, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 55, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 56, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 57, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 58, seed = 7}}
  prim.weight @"encoder.layer.3.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 59, seed = 7}}
  prim.weight @"encoder.layer.3.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 60, seed = 7}}
  prim.weight @"encoder.layer.3.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 61, seed = 7}}
  prim.weight @"encoder.layer.3.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 62, seed = 7}}
  prim.weight @"encoder.layer.3.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 63, seed = 7}}
  prim.weight @"encoder.layer.3.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 64, seed = 7}}
  prim.weight @"encoder.layer.3.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 65, seed = 7}}
  prim.weight @"encoder.layer.3.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 66, seed = 7}}
  prim.weight @"encoder.layer.3.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 67, seed = 7}}
  prim.weight @"encoder.layer.3.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 68, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 69, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 70, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 71, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 72, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 73, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 74, seed = 7}}
  prim.weight @"encoder.layer.4.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 75, seed = 7}}
  prim.weight @"encoder.layer.4.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 76, seed = 7}}
  prim.weight @"encoder.layer.4.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 77, seed = 7}}
  prim.weight @"encoder.layer.4.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 78, seed = 7}}
  prim.weight @"encoder.layer.4.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 79, seed = 7}}
  prim.weight @"encoder.layer.4.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 80, seed = 7}}
  prim.weight @"encoder.layer.4.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 81, seed = 7}}
  prim.weight @"encoder.layer.4.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 82, seed = 7}}
  prim.weight @"encoder.layer.4.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 83, seed = 7}}
  prim.weight @"encoder.layer.4.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 84, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 85, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 86, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 87, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 88, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 89, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 90, seed = 7}}
  prim.weight @"encoder.layer.5.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 91, seed = 7}}
  prim.weight @"encoder.layer.5.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 92, seed = 7}}
  prim.weight @"encoder.layer.5.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 93, seed = 7}}
  prim.weight @"encoder.layer.5.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 94, seed = 7}}
  prim.weight @"encoder.layer.5.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 95, seed = 7}}
  prim.weight @"encoder.layer.5.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 96, seed = 7}}
  prim.weight @"encoder.layer.5.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 97, seed = 7}}
  prim.weight @"encoder.layer.5.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 98, seed = 7}}
  prim.weight @"encoder.layer.5.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 99, seed = 7}}
  prim.weight @"encoder.layer.5.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 100, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 101, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 102, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 103, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 104, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 105, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 106, seed = 7}}
  prim.weight @"encoder.layer.6.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 107, seed = 7}}
  prim.weight @"encoder.layer.6.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 108, seed = 7}}
  prim.weight @"encoder.layer.6.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 109, seed = 7}}
  prim.weight @"encoder.layer.6.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 110, seed = 7}}
  prim.weight @"encoder.layer.6.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 111, seed = 7}}
  prim.weight @"encoder.layer.6.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 112, seed = 7}}
  prim.weight @"encoder.layer.6.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 113, seed = 7}}
  prim.weight @"encoder.layer.6.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 114, seed = 7}}
  prim.weight @"encoder.layer.6.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 115, seed = 7}}
  prim.weight @"encoder.layer.6.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 116, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 117, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 118, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 119, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 120, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 121, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 122, seed = 7}}
  prim.weight @"encoder.layer.7.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 123, seed = 7}}
  prim.weight @"encoder.layer.7.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 124, seed = 7}}
  prim.weight @"encoder.layer.7.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 125, seed = 7}}
  prim.weight @"encoder.layer.7.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 126, seed = 7}}
  prim.weight @"encoder.layer.7.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 127, seed = 7}}
  prim.weight @"encoder.layer.7.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 128, seed = 7}}
  prim.weight @"encoder.layer.7.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 129, seed = 7}}
  prim.weight @"encoder.layer.7.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 130, seed = 7}}
  prim.weight @"encoder.layer.7.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 131, seed = 7}}
  prim.weight @"encoder.layer.7.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 132, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 133, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 134, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 135, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 136, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 137, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 138, seed = 7}}
  prim.weight @"encoder.layer.8.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 139, seed = 7}}
  prim.weight @"encoder.layer.8.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 140, seed = 7}}
  prim.weight @"encoder.layer.8.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 141, seed = 7}}
  prim.weight @"encoder.layer.8.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 142, seed = 7}}
  prim.weight @"encoder.layer.8.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 143, seed = 7}}
  prim.weight @"encoder.layer.8.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 144, seed = 7}}
  prim.weight @"encoder.layer.8.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 145, seed = 7}}
  prim.weight @"encoder.layer.8.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 146, seed = 7}}
  prim.weight @"encoder.layer.8.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 147, seed = 7}}
  prim.weight @"encoder.layer.8.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 148, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 149, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 150, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 151, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 152, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 153, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 154, seed = 7}}
  prim.weight @"encoder.layer.9.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 155, seed = 7}}
  prim.weight @"encoder.layer.9.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 156, seed = 7}}
  prim.weight @"encoder.layer.9.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 157, seed = 7}}
  prim.weight @"encoder.layer.9.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 158, seed = 7}}
  prim.weight @"encoder.layer.9.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 159, seed = 7}}
  prim.weight @"encoder.layer.9.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 160, seed = 7}}
  prim.weight @"encoder.layer.9.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 161, seed = 7}}
  prim.weight @"encoder.layer.9.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 162, seed = 7}}
  prim.weight @"encoder.layer.9.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 163, seed = 7}}
  prim.weight @"encoder.layer.9.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 164, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 165, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 166, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 167, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 168, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 169, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 170, seed = 7}}
  prim.weight @"encoder.layer.10.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 171, seed = 7}}
  prim.weight @"encoder.layer.10.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 172, seed = 7}}
  prim.weight @"encoder.layer.10.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 173, seed = 7}}
  prim.weight @"encoder.layer.10.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 174, seed = 7}}
  prim.weight @"encoder.layer.10.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 175, seed = 7}}
  prim.weight @"encoder.layer.10.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 176, seed = 7}}
  prim.weight @"encoder.layer.10.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 177, seed = 7}}
  prim.weight @"encoder.layer.10.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 178, seed = 7}}
  prim.weight @"encoder.layer.10.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 179, seed = 7}}
  prim.weight @"encoder.layer.10.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 180, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.query.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 181, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.query.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 182, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.key.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 183, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.key.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 184, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.value.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 185, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.value.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 186, seed = 7}}
  prim.weight @"encoder.layer.11.attention.output.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 187, seed = 7}}
  prim.weight @"encoder.layer.11.attention.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 188, seed = 7}}
  prim.weight @"encoder.layer.11.attention.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 189, seed = 7}}
  prim.weight @"encoder.layer.11.attention.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 190, seed = 7}}
  prim.weight @"encoder.layer.11.intermediate.dense.weight" : tensor<3072x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 191, seed = 7}}
  prim.weight @"encoder.layer.11.intermediate.dense.bias" : tensor<3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 192, seed = 7}}
  prim.weight @"encoder.layer.11.output.dense.weight" : tensor<768x3072xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 193, seed = 7}}
  prim.weight @"encoder.layer.11.output.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 194, seed = 7}}
  prim.weight @"encoder.layer.11.output.LayerNorm.weight" : tensor<768xbf16> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 195, seed = 7}}
  prim.weight @"encoder.layer.11.output.LayerNorm.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 196, seed = 7}}
  prim.weight @"pooler.dense.weight" : tensor<768x768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 197, seed = 7}}
  prim.weight @"pooler.dense.bias" : tensor<768xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 198, seed = 7}}
  prim.weight @"embeddings.position_ids" : tensor<1x512xi64> {init = {kind = "iota", start = 0, step = 1}}
  fx.graph @main(%input_ids: tensor<1x128xi64> {fx.name = "input_ids", tc.init = {kind = "randint", low = 0, high = 30522, stream = 900, seed = 7}}, %attention_mask: tensor<1x128xi64> {fx.name = "attention_mask", tc.init = {kind = "randint", low = 0, high = 2, stream = 901, seed = 7}}, %token_type_ids: tensor<1x128xi64> {fx.name = "token_type_ids", tc.init = {kind = "randint", low = 0, high = 2, stream = 902, seed = 7}})
      -> (tensor<1x128x768xbf16>, tensor<1x768xbf16>) {
    %b_embeddings_position_ids = fx.get_attr @"embeddings.position_ids" : tensor<1x512xi64>
    %slice_1 = fx.call "aten.slice.Tensor"(%b_embeddings_position_ids, 1, 0, 128) : (tensor<1x512xi64>) -> tensor<1x128xi64> loc(#loc0)
    %p_embeddings_word_embeddings_weight = fx.get_attr @"embeddings.word_embeddings.weight" : tensor<30522x768xbf16>
    %embedding = fx.call "aten.embedding.default"(%p_embeddings_word_embeddings_weight, %input_ids, 0) : (tensor<30522x768xbf16>, tensor<1x128xi64>) -> tensor<1x128x768xbf16> loc(#loc1)
    %p_embeddings_token_type_embeddings_weight = fx.get_attr @"embeddings.token_type_embeddings.weight" : tensor<2x768xbf16>
    %embedding_1 = fx.call "aten.embedding.default"(%p_embeddings_token_type_embeddings_weight, %token_type_ids) : (tensor<2x768xbf16>, tensor<1x128xi64>) -> tensor<1x128x768xbf16> loc(#loc2)
    %add = fx.call "aten.add.Tensor"(%embedding, %embedding_1) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc0)
    %p_embeddings_position_embeddings_weight = fx.get_attr @"embeddings.position_embeddings.weight" : tensor<512x768xbf16>
    %embedding_2 = fx.call "aten.embedding.default"(%p_embeddings_position_embeddings_weight, %slice_1) : (tensor<512x768xbf16>, tensor<1x128xi64>) -> tensor<1x128x768xbf16> loc(#loc3)
    %add_1 = fx.call "aten.add.Tensor"(%add, %embedding_2) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc0)
    %p_embeddings_layernorm_weight = fx.get_attr @"embeddings.LayerNorm.weight" : tensor<768xbf16>
    %p_embeddings_layernorm_bias = fx.get_attr @"embeddings.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm = fx.call "aten.layer_norm.default"(%add_1, [768], %p_embeddings_layernorm_weight, %p_embeddings_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc4)
    %dropout = fx.call "aten.dropout.default"(%layer_norm, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc5)
    fx.call "aten._assert_tensor_metadata.default"(%attention_mask, dtype = i64, device = "cpu", layout = "strided") : (tensor<1x128xi64>) -> () loc(#loc6)
    %to = fx.call "aten.to.device"(%attention_mask, "cpu", i1) : (tensor<1x128xi64>) -> tensor<1x128xi1> loc(#loc6)
    %arange = fx.call "aten.arange.default"(1, device = "cpu", pin_memory = false) : () -> tensor<1xi64> loc(#loc6)
    %arange_1 = fx.call "aten.arange.default"(1, device = "cpu", pin_memory = false) : () -> tensor<1xi64> loc(#loc6)
    %arange_2 = fx.call "aten.arange.default"(128, device = "cpu", pin_memory = false) : () -> tensor<128xi64> loc(#loc6)
    %add_2 = fx.call "aten.add.Tensor"(%arange_2, 0) : (tensor<128xi64>) -> tensor<128xi64> loc(#loc6)
    %arange_3 = fx.call "aten.arange.default"(128, device = "cpu", pin_memory = false) : () -> tensor<128xi64> loc(#loc6)
    %add_3 = fx.call "aten.add.Tensor"(%arange_3, 0) : (tensor<128xi64>) -> tensor<128xi64> loc(#loc6)
    %unsqueeze = fx.call "aten.unsqueeze.default"(%arange, 1) : (tensor<1xi64>) -> tensor<1x1xi64> loc(#loc6)
    %unsqueeze_1 = fx.call "aten.unsqueeze.default"(%unsqueeze, 2) : (tensor<1x1xi64>) -> tensor<1x1x1xi64> loc(#loc6)
    %unsqueeze_2 = fx.call "aten.unsqueeze.default"(%unsqueeze_1, 3) : (tensor<1x1x1xi64>) -> tensor<1x1x1x1xi64> loc(#loc6)
    %unsqueeze_3 = fx.call "aten.unsqueeze.default"(%arange_1, 0) : (tensor<1xi64>) -> tensor<1x1xi64> loc(#loc6)
    %unsqueeze_4 = fx.call "aten.unsqueeze.default"(%unsqueeze_3, 2) : (tensor<1x1xi64>) -> tensor<1x1x1xi64> loc(#loc6)
    %unsqueeze_5 = fx.call "aten.unsqueeze.default"(%unsqueeze_4, 3) : (tensor<1x1x1xi64>) -> tensor<1x1x1x1xi64> loc(#loc6)
    %unsqueeze_6 = fx.call "aten.unsqueeze.default"(%add_2, 0) : (tensor<128xi64>) -> tensor<1x128xi64> loc(#loc6)
    %unsqueeze_7 = fx.call "aten.unsqueeze.default"(%unsqueeze_6, 1) : (tensor<1x128xi64>) -> tensor<1x1x128xi64> loc(#loc6)
    %unsqueeze_8 = fx.call "aten.unsqueeze.default"(%unsqueeze_7, 3) : (tensor<1x1x128xi64>) -> tensor<1x1x128x1xi64> loc(#loc6)
    %unsqueeze_9 = fx.call "aten.unsqueeze.default"(%add_3, 0) : (tensor<128xi64>) -> tensor<1x128xi64> loc(#loc6)
    %unsqueeze_10 = fx.call "aten.unsqueeze.default"(%unsqueeze_9, 1) : (tensor<1x128xi64>) -> tensor<1x1x128xi64> loc(#loc6)
    %unsqueeze_11 = fx.call "aten.unsqueeze.default"(%unsqueeze_10, 2) : (tensor<1x1x128xi64>) -> tensor<1x1x1x128xi64> loc(#loc6)
    %new_ones = fx.call "aten.new_ones.default"(%unsqueeze_8, [], dtype = i1, pin_memory = false) : (tensor<1x1x128x1xi64>) -> tensor<i1> loc(#loc6)
    %ge = fx.call "aten.ge.Scalar"(%unsqueeze_8, 0) : (tensor<1x1x128x1xi64>) -> tensor<1x1x128x1xi1> loc(#loc6)
    fx.call "aten._assert_tensor_metadata.default"(%ge, dtype = i1, device = "cpu", layout = "strided") : (tensor<1x1x128x1xi1>) -> () loc(#loc6)
    %to_1 = fx.call "aten.to.dtype_layout"(%ge, dtype = i1, layout = "strided", device = "cpu") : (tensor<1x1x128x1xi1>) -> tensor<1x1x128x1xi1> loc(#loc6)
    %and_1 = fx.call "aten.__and__.Tensor"(%new_ones, %to_1) : (tensor<i1>, tensor<1x1x128x1xi1>) -> tensor<1x1x128x1xi1> loc(#loc6)
    %index = fx.call "aten.index.Tensor"(%to, [%unsqueeze_2, %unsqueeze_11]) : (tensor<1x128xi1>, tensor<1x1x1x1xi64>, tensor<1x1x1x128xi64>) -> tensor<1x1x1x128xi1> loc(#loc6)
    fx.call "aten._assert_tensor_metadata.default"(%index, dtype = i1, device = "cpu", layout = "strided") : (tensor<1x1x1x128xi1>) -> () loc(#loc6)
    %to_2 = fx.call "aten.to.dtype_layout"(%index, dtype = i1, layout = "strided", device = "cpu") : (tensor<1x1x1x128xi1>) -> tensor<1x1x1x128xi1> loc(#loc6)
    %and_2 = fx.call "aten.__and__.Tensor"(%and_1, %to_2) : (tensor<1x1x128x1xi1>, tensor<1x1x1x128xi1>) -> tensor<1x1x128x128xi1> loc(#loc6)
    %expand = fx.call "aten.expand.default"(%and_2, [1, -1, 128, 128]) : (tensor<1x1x128x128xi1>) -> tensor<1x1x128x128xi1> loc(#loc6)
    %p_encoder_layer_0_attention_self_query_weight = fx.get_attr @"encoder.layer.0.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_0_attention_self_query_bias = fx.get_attr @"encoder.layer.0.attention.self.query.bias" : tensor<768xbf16>
    %linear = fx.call "aten.linear.default"(%dropout, %p_encoder_layer_0_attention_self_query_weight, %p_encoder_layer_0_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc7)
    %view = fx.call "aten.view.default"(%linear, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc8)
    %transpose = fx.call "aten.transpose.int"(%view, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc8)
    %p_encoder_layer_0_attention_self_key_weight = fx.get_attr @"encoder.layer.0.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_0_attention_self_key_bias = fx.get_attr @"encoder.layer.0.attention.self.key.bias" : tensor<768xbf16>
    %linear_1 = fx.call "aten.linear.default"(%dropout, %p_encoder_layer_0_attention_self_key_weight, %p_encoder_layer_0_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc9)
    %view_1 = fx.call "aten.view.default"(%linear_1, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc8)
    %transpose_1 = fx.call "aten.transpose.int"(%view_1, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc8)
    %p_encoder_layer_0_attention_self_value_weight = fx.get_attr @"encoder.layer.0.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_0_attention_self_value_bias = fx.get_attr @"encoder.layer.0.attention.self.value.bias" : tensor<768xbf16>
    %linear_2 = fx.call "aten.linear.default"(%dropout, %p_encoder_layer_0_attention_self_value_weight, %p_encoder_layer_0_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc10)
    %view_2 = fx.call "aten.view.default"(%linear_2, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc8)
    %transpose_2 = fx.call "aten.transpose.int"(%view_2, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc8)
    %scaled_dot_product_attention = fx.call "aten.scaled_dot_product_attention.default"(%transpose, %transpose_1, %transpose_2, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc8)
    %reshape = fx.call "aten.reshape.default"(%scaled_dot_product_attention, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc8)
    %transpose_3 = fx.call "aten.transpose.int"(%reshape, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc8)
    %reshape_1 = fx.call "aten.reshape.default"(%transpose_3, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc8)
    %p_encoder_layer_0_attention_output_dense_weight = fx.get_attr @"encoder.layer.0.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_0_attention_output_dense_bias = fx.get_attr @"encoder.layer.0.attention.output.dense.bias" : tensor<768xbf16>
    %linear_3 = fx.call "aten.linear.default"(%reshape_1, %p_encoder_layer_0_attention_output_dense_weight, %p_encoder_layer_0_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc11)
    %dropout_1 = fx.call "aten.dropout.default"(%linear_3, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc12)
    %add_4 = fx.call "aten.add.Tensor"(%dropout_1, %dropout) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc13)
    %p_encoder_layer_0_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.0.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_0_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.0.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_1 = fx.call "aten.layer_norm.default"(%add_4, [768], %p_encoder_layer_0_attention_output_layernorm_weight, %p_encoder_layer_0_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc14)
    %p_encoder_layer_0_intermediate_dense_weight = fx.get_attr @"encoder.layer.0.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_0_intermediate_dense_bias = fx.get_attr @"encoder.layer.0.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_4 = fx.call "aten.linear.default"(%layer_norm_1, %p_encoder_layer_0_intermediate_dense_weight, %p_encoder_layer_0_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc15)
    %gelu = fx.call "aten.gelu.default"(%linear_4) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc16)
    %p_encoder_layer_0_output_dense_weight = fx.get_attr @"encoder.layer.0.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_0_output_dense_bias = fx.get_attr @"encoder.layer.0.output.dense.bias" : tensor<768xbf16>
    %linear_5 = fx.call "aten.linear.default"(%gelu, %p_encoder_layer_0_output_dense_weight, %p_encoder_layer_0_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc17)
    %dropout_2 = fx.call "aten.dropout.default"(%linear_5, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc18)
    %add_5 = fx.call "aten.add.Tensor"(%dropout_2, %layer_norm_1) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc19)
    %p_encoder_layer_0_output_layernorm_weight = fx.get_attr @"encoder.layer.0.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_0_output_layernorm_bias = fx.get_attr @"encoder.layer.0.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_2 = fx.call "aten.layer_norm.default"(%add_5, [768], %p_encoder_layer_0_output_layernorm_weight, %p_encoder_layer_0_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc20)
    %p_encoder_layer_1_attention_self_query_weight = fx.get_attr @"encoder.layer.1.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_1_attention_self_query_bias = fx.get_attr @"encoder.layer.1.attention.self.query.bias" : tensor<768xbf16>
    %linear_6 = fx.call "aten.linear.default"(%layer_norm_2, %p_encoder_layer_1_attention_self_query_weight, %p_encoder_layer_1_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc21)
    %view_3 = fx.call "aten.view.default"(%linear_6, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc22)
    %transpose_4 = fx.call "aten.transpose.int"(%view_3, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc22)
    %p_encoder_layer_1_attention_self_key_weight = fx.get_attr @"encoder.layer.1.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_1_attention_self_key_bias = fx.get_attr @"encoder.layer.1.attention.self.key.bias" : tensor<768xbf16>
    %linear_7 = fx.call "aten.linear.default"(%layer_norm_2, %p_encoder_layer_1_attention_self_key_weight, %p_encoder_layer_1_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc23)
    %view_4 = fx.call "aten.view.default"(%linear_7, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc22)
    %transpose_5 = fx.call "aten.transpose.int"(%view_4, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc22)
    %p_encoder_layer_1_attention_self_value_weight = fx.get_attr @"encoder.layer.1.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_1_attention_self_value_bias = fx.get_attr @"encoder.layer.1.attention.self.value.bias" : tensor<768xbf16>
    %linear_8 = fx.call "aten.linear.default"(%layer_norm_2, %p_encoder_layer_1_attention_self_value_weight, %p_encoder_layer_1_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc24)
    %view_5 = fx.call "aten.view.default"(%linear_8, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc22)
    %transpose_6 = fx.call "aten.transpose.int"(%view_5, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc22)
    %scaled_dot_product_attention_1 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_4, %transpose_5, %transpose_6, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc22)
    %reshape_2 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_1, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc22)
    %transpose_7 = fx.call "aten.transpose.int"(%reshape_2, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc22)
    %reshape_3 = fx.call "aten.reshape.default"(%transpose_7, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc22)
    %p_encoder_layer_1_attention_output_dense_weight = fx.get_attr @"encoder.layer.1.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_1_attention_output_dense_bias = fx.get_attr @"encoder.layer.1.attention.output.dense.bias" : tensor<768xbf16>
    %linear_9 = fx.call "aten.linear.default"(%reshape_3, %p_encoder_layer_1_attention_output_dense_weight, %p_encoder_layer_1_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc25)
    %dropout_3 = fx.call "aten.dropout.default"(%linear_9, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc26)
    %add_6 = fx.call "aten.add.Tensor"(%dropout_3, %layer_norm_2) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc27)
    %p_encoder_layer_1_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.1.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_1_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.1.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_3 = fx.call "aten.layer_norm.default"(%add_6, [768], %p_encoder_layer_1_attention_output_layernorm_weight, %p_encoder_layer_1_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc28)
    %p_encoder_layer_1_intermediate_dense_weight = fx.get_attr @"encoder.layer.1.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_1_intermediate_dense_bias = fx.get_attr @"encoder.layer.1.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_10 = fx.call "aten.linear.default"(%layer_norm_3, %p_encoder_layer_1_intermediate_dense_weight, %p_encoder_layer_1_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc29)
    %gelu_1 = fx.call "aten.gelu.default"(%linear_10) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc30)
    %p_encoder_layer_1_output_dense_weight = fx.get_attr @"encoder.layer.1.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_1_output_dense_bias = fx.get_attr @"encoder.layer.1.output.dense.bias" : tensor<768xbf16>
    %linear_11 = fx.call "aten.linear.default"(%gelu_1, %p_encoder_layer_1_output_dense_weight, %p_encoder_layer_1_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc31)
    %dropout_4 = fx.call "aten.dropout.default"(%linear_11, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc32)
    %add_7 = fx.call "aten.add.Tensor"(%dropout_4, %layer_norm_3) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc33)
    %p_encoder_layer_1_output_layernorm_weight = fx.get_attr @"encoder.layer.1.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_1_output_layernorm_bias = fx.get_attr @"encoder.layer.1.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_4 = fx.call "aten.layer_norm.default"(%add_7, [768], %p_encoder_layer_1_output_layernorm_weight, %p_encoder_layer_1_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc34)
    %p_encoder_layer_2_attention_self_query_weight = fx.get_attr @"encoder.layer.2.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_2_attention_self_query_bias = fx.get_attr @"encoder.layer.2.attention.self.query.bias" : tensor<768xbf16>
    %linear_12 = fx.call "aten.linear.default"(%layer_norm_4, %p_encoder_layer_2_attention_self_query_weight, %p_encoder_layer_2_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc35)
    %view_6 = fx.call "aten.view.default"(%linear_12, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc36)
    %transpose_8 = fx.call "aten.transpose.int"(%view_6, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc36)
    %p_encoder_layer_2_attention_self_key_weight = fx.get_attr @"encoder.layer.2.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_2_attention_self_key_bias = fx.get_attr @"encoder.layer.2.attention.self.key.bias" : tensor<768xbf16>
    %linear_13 = fx.call "aten.linear.default"(%layer_norm_4, %p_encoder_layer_2_attention_self_key_weight, %p_encoder_layer_2_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc37)
    %view_7 = fx.call "aten.view.default"(%linear_13, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc36)
    %transpose_9 = fx.call "aten.transpose.int"(%view_7, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc36)
    %p_encoder_layer_2_attention_self_value_weight = fx.get_attr @"encoder.layer.2.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_2_attention_self_value_bias = fx.get_attr @"encoder.layer.2.attention.self.value.bias" : tensor<768xbf16>
    %linear_14 = fx.call "aten.linear.default"(%layer_norm_4, %p_encoder_layer_2_attention_self_value_weight, %p_encoder_layer_2_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc38)
    %view_8 = fx.call "aten.view.default"(%linear_14, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc36)
    %transpose_10 = fx.call "aten.transpose.int"(%view_8, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc36)
    %scaled_dot_product_attention_2 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_8, %transpose_9, %transpose_10, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc36)
    %reshape_4 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_2, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc36)
    %transpose_11 = fx.call "aten.transpose.int"(%reshape_4, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc36)
    %reshape_5 = fx.call "aten.reshape.default"(%transpose_11, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc36)
    %p_encoder_layer_2_attention_output_dense_weight = fx.get_attr @"encoder.layer.2.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_2_attention_output_dense_bias = fx.get_attr @"encoder.layer.2.attention.output.dense.bias" : tensor<768xbf16>
    %linear_15 = fx.call "aten.linear.default"(%reshape_5, %p_encoder_layer_2_attention_output_dense_weight, %p_encoder_layer_2_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc39)
    %dropout_5 = fx.call "aten.dropout.default"(%linear_15, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc40)
    %add_8 = fx.call "aten.add.Tensor"(%dropout_5, %layer_norm_4) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc41)
    %p_encoder_layer_2_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.2.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_2_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.2.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_5 = fx.call "aten.layer_norm.default"(%add_8, [768], %p_encoder_layer_2_attention_output_layernorm_weight, %p_encoder_layer_2_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc42)
    %p_encoder_layer_2_intermediate_dense_weight = fx.get_attr @"encoder.layer.2.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_2_intermediate_dense_bias = fx.get_attr @"encoder.layer.2.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_16 = fx.call "aten.linear.default"(%layer_norm_5, %p_encoder_layer_2_intermediate_dense_weight, %p_encoder_layer_2_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc43)
    %gelu_2 = fx.call "aten.gelu.default"(%linear_16) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc44)
    %p_encoder_layer_2_output_dense_weight = fx.get_attr @"encoder.layer.2.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_2_output_dense_bias = fx.get_attr @"encoder.layer.2.output.dense.bias" : tensor<768xbf16>
    %linear_17 = fx.call "aten.linear.default"(%gelu_2, %p_encoder_layer_2_output_dense_weight, %p_encoder_layer_2_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc45)
    %dropout_6 = fx.call "aten.dropout.default"(%linear_17, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc46)
    %add_9 = fx.call "aten.add.Tensor"(%dropout_6, %layer_norm_5) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc47)
    %p_encoder_layer_2_output_layernorm_weight = fx.get_attr @"encoder.layer.2.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_2_output_layernorm_bias = fx.get_attr @"encoder.layer.2.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_6 = fx.call "aten.layer_norm.default"(%add_9, [768], %p_encoder_layer_2_output_layernorm_weight, %p_encoder_layer_2_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc48)
    %p_encoder_layer_3_attention_self_query_weight = fx.get_attr @"encoder.layer.3.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_3_attention_self_query_bias = fx.get_attr @"encoder.layer.3.attention.self.query.bias" : tensor<768xbf16>
    %linear_18 = fx.call "aten.linear.default"(%layer_norm_6, %p_encoder_layer_3_attention_self_query_weight, %p_encoder_layer_3_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc49)
    %view_9 = fx.call "aten.view.default"(%linear_18, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc50)
    %transpose_12 = fx.call "aten.transpose.int"(%view_9, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc50)
    %p_encoder_layer_3_attention_self_key_weight = fx.get_attr @"encoder.layer.3.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_3_attention_self_key_bias = fx.get_attr @"encoder.layer.3.attention.self.key.bias" : tensor<768xbf16>
    %linear_19 = fx.call "aten.linear.default"(%layer_norm_6, %p_encoder_layer_3_attention_self_key_weight, %p_encoder_layer_3_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc51)
    %view_10 = fx.call "aten.view.default"(%linear_19, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc50)
    %transpose_13 = fx.call "aten.transpose.int"(%view_10, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc50)
    %p_encoder_layer_3_attention_self_value_weight = fx.get_attr @"encoder.layer.3.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_3_attention_self_value_bias = fx.get_attr @"encoder.layer.3.attention.self.value.bias" : tensor<768xbf16>
    %linear_20 = fx.call "aten.linear.default"(%layer_norm_6, %p_encoder_layer_3_attention_self_value_weight, %p_encoder_layer_3_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc52)
    %view_11 = fx.call "aten.view.default"(%linear_20, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc50)
    %transpose_14 = fx.call "aten.transpose.int"(%view_11, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc50)
    %scaled_dot_product_attention_3 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_12, %transpose_13, %transpose_14, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc50)
    %reshape_6 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_3, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc50)
    %transpose_15 = fx.call "aten.transpose.int"(%reshape_6, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc50)
    %reshape_7 = fx.call "aten.reshape.default"(%transpose_15, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc50)
    %p_encoder_layer_3_attention_output_dense_weight = fx.get_attr @"encoder.layer.3.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_3_attention_output_dense_bias = fx.get_attr @"encoder.layer.3.attention.output.dense.bias" : tensor<768xbf16>
    %linear_21 = fx.call "aten.linear.default"(%reshape_7, %p_encoder_layer_3_attention_output_dense_weight, %p_encoder_layer_3_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc53)
    %dropout_7 = fx.call "aten.dropout.default"(%linear_21, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc54)
    %add_10 = fx.call "aten.add.Tensor"(%dropout_7, %layer_norm_6) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc55)
    %p_encoder_layer_3_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.3.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_3_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.3.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_7 = fx.call "aten.layer_norm.default"(%add_10, [768], %p_encoder_layer_3_attention_output_layernorm_weight, %p_encoder_layer_3_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc56)
    %p_encoder_layer_3_intermediate_dense_weight = fx.get_attr @"encoder.layer.3.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_3_intermediate_dense_bias = fx.get_attr @"encoder.layer.3.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_22 = fx.call "aten.linear.default"(%layer_norm_7, %p_encoder_layer_3_intermediate_dense_weight, %p_encoder_layer_3_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc57)
    %gelu_3 = fx.call "aten.gelu.default"(%linear_22) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc58)
    %p_encoder_layer_3_output_dense_weight = fx.get_attr @"encoder.layer.3.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_3_output_dense_bias = fx.get_attr @"encoder.layer.3.output.dense.bias" : tensor<768xbf16>
    %linear_23 = fx.call "aten.linear.default"(%gelu_3, %p_encoder_layer_3_output_dense_weight, %p_encoder_layer_3_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc59)
    %dropout_8 = fx.call "aten.dropout.default"(%linear_23, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc60)
    %add_11 = fx.call "aten.add.Tensor"(%dropout_8, %layer_norm_7) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc61)
    %p_encoder_layer_3_output_layernorm_weight = fx.get_attr @"encoder.layer.3.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_3_output_layernorm_bias = fx.get_attr @"encoder.layer.3.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_8 = fx.call "aten.layer_norm.default"(%add_11, [768], %p_encoder_layer_3_output_layernorm_weight, %p_encoder_layer_3_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc62)
    %p_encoder_layer_4_attention_self_query_weight = fx.get_attr @"encoder.layer.4.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_4_attention_self_query_bias = fx.get_attr @"encoder.layer.4.attention.self.query.bias" : tensor<768xbf16>
    %linear_24 = fx.call "aten.linear.default"(%layer_norm_8, %p_encoder_layer_4_attention_self_query_weight, %p_encoder_layer_4_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc63)
    %view_12 = fx.call "aten.view.default"(%linear_24, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc64)
    %transpose_16 = fx.call "aten.transpose.int"(%view_12, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc64)
    %p_encoder_layer_4_attention_self_key_weight = fx.get_attr @"encoder.layer.4.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_4_attention_self_key_bias = fx.get_attr @"encoder.layer.4.attention.self.key.bias" : tensor<768xbf16>
    %linear_25 = fx.call "aten.linear.default"(%layer_norm_8, %p_encoder_layer_4_attention_self_key_weight, %p_encoder_layer_4_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc65)
    %view_13 = fx.call "aten.view.default"(%linear_25, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc64)
    %transpose_17 = fx.call "aten.transpose.int"(%view_13, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc64)
    %p_encoder_layer_4_attention_self_value_weight = fx.get_attr @"encoder.layer.4.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_4_attention_self_value_bias = fx.get_attr @"encoder.layer.4.attention.self.value.bias" : tensor<768xbf16>
    %linear_26 = fx.call "aten.linear.default"(%layer_norm_8, %p_encoder_layer_4_attention_self_value_weight, %p_encoder_layer_4_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc66)
    %view_14 = fx.call "aten.view.default"(%linear_26, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc64)
    %transpose_18 = fx.call "aten.transpose.int"(%view_14, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc64)
    %scaled_dot_product_attention_4 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_16, %transpose_17, %transpose_18, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc64)
    %reshape_8 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_4, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc64)
    %transpose_19 = fx.call "aten.transpose.int"(%reshape_8, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc64)
    %reshape_9 = fx.call "aten.reshape.default"(%transpose_19, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc64)
    %p_encoder_layer_4_attention_output_dense_weight = fx.get_attr @"encoder.layer.4.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_4_attention_output_dense_bias = fx.get_attr @"encoder.layer.4.attention.output.dense.bias" : tensor<768xbf16>
    %linear_27 = fx.call "aten.linear.default"(%reshape_9, %p_encoder_layer_4_attention_output_dense_weight, %p_encoder_layer_4_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc67)
    %dropout_9 = fx.call "aten.dropout.default"(%linear_27, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc68)
    %add_12 = fx.call "aten.add.Tensor"(%dropout_9, %layer_norm_8) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc69)
    %p_encoder_layer_4_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.4.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_4_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.4.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_9 = fx.call "aten.layer_norm.default"(%add_12, [768], %p_encoder_layer_4_attention_output_layernorm_weight, %p_encoder_layer_4_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc70)
    %p_encoder_layer_4_intermediate_dense_weight = fx.get_attr @"encoder.layer.4.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_4_intermediate_dense_bias = fx.get_attr @"encoder.layer.4.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_28 = fx.call "aten.linear.default"(%layer_norm_9, %p_encoder_layer_4_intermediate_dense_weight, %p_encoder_layer_4_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc71)
    %gelu_4 = fx.call "aten.gelu.default"(%linear_28) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc72)
    %p_encoder_layer_4_output_dense_weight = fx.get_attr @"encoder.layer.4.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_4_output_dense_bias = fx.get_attr @"encoder.layer.4.output.dense.bias" : tensor<768xbf16>
    %linear_29 = fx.call "aten.linear.default"(%gelu_4, %p_encoder_layer_4_output_dense_weight, %p_encoder_layer_4_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc73)
    %dropout_10 = fx.call "aten.dropout.default"(%linear_29, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc74)
    %add_13 = fx.call "aten.add.Tensor"(%dropout_10, %layer_norm_9) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc75)
    %p_encoder_layer_4_output_layernorm_weight = fx.get_attr @"encoder.layer.4.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_4_output_layernorm_bias = fx.get_attr @"encoder.layer.4.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_10 = fx.call "aten.layer_norm.default"(%add_13, [768], %p_encoder_layer_4_output_layernorm_weight, %p_encoder_layer_4_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc76)
    %p_encoder_layer_5_attention_self_query_weight = fx.get_attr @"encoder.layer.5.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_5_attention_self_query_bias = fx.get_attr @"encoder.layer.5.attention.self.query.bias" : tensor<768xbf16>
    %linear_30 = fx.call "aten.linear.default"(%layer_norm_10, %p_encoder_layer_5_attention_self_query_weight, %p_encoder_layer_5_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc77)
    %view_15 = fx.call "aten.view.default"(%linear_30, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc78)
    %transpose_20 = fx.call "aten.transpose.int"(%view_15, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc78)
    %p_encoder_layer_5_attention_self_key_weight = fx.get_attr @"encoder.layer.5.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_5_attention_self_key_bias = fx.get_attr @"encoder.layer.5.attention.self.key.bias" : tensor<768xbf16>
    %linear_31 = fx.call "aten.linear.default"(%layer_norm_10, %p_encoder_layer_5_attention_self_key_weight, %p_encoder_layer_5_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc79)
    %view_16 = fx.call "aten.view.default"(%linear_31, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc78)
    %transpose_21 = fx.call "aten.transpose.int"(%view_16, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc78)
    %p_encoder_layer_5_attention_self_value_weight = fx.get_attr @"encoder.layer.5.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_5_attention_self_value_bias = fx.get_attr @"encoder.layer.5.attention.self.value.bias" : tensor<768xbf16>
    %linear_32 = fx.call "aten.linear.default"(%layer_norm_10, %p_encoder_layer_5_attention_self_value_weight, %p_encoder_layer_5_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc80)
    %view_17 = fx.call "aten.view.default"(%linear_32, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc78)
    %transpose_22 = fx.call "aten.transpose.int"(%view_17, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc78)
    %scaled_dot_product_attention_5 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_20, %transpose_21, %transpose_22, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc78)
    %reshape_10 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_5, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc78)
    %transpose_23 = fx.call "aten.transpose.int"(%reshape_10, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc78)
    %reshape_11 = fx.call "aten.reshape.default"(%transpose_23, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc78)
    %p_encoder_layer_5_attention_output_dense_weight = fx.get_attr @"encoder.layer.5.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_5_attention_output_dense_bias = fx.get_attr @"encoder.layer.5.attention.output.dense.bias" : tensor<768xbf16>
    %linear_33 = fx.call "aten.linear.default"(%reshape_11, %p_encoder_layer_5_attention_output_dense_weight, %p_encoder_layer_5_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc81)
    %dropout_11 = fx.call "aten.dropout.default"(%linear_33, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc82)
    %add_14 = fx.call "aten.add.Tensor"(%dropout_11, %layer_norm_10) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc83)
    %p_encoder_layer_5_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.5.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_5_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.5.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_11 = fx.call "aten.layer_norm.default"(%add_14, [768], %p_encoder_layer_5_attention_output_layernorm_weight, %p_encoder_layer_5_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc84)
    %p_encoder_layer_5_intermediate_dense_weight = fx.get_attr @"encoder.layer.5.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_5_intermediate_dense_bias = fx.get_attr @"encoder.layer.5.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_34 = fx.call "aten.linear.default"(%layer_norm_11, %p_encoder_layer_5_intermediate_dense_weight, %p_encoder_layer_5_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc85)
    %gelu_5 = fx.call "aten.gelu.default"(%linear_34) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc86)
    %p_encoder_layer_5_output_dense_weight = fx.get_attr @"encoder.layer.5.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_5_output_dense_bias = fx.get_attr @"encoder.layer.5.output.dense.bias" : tensor<768xbf16>
    %linear_35 = fx.call "aten.linear.default"(%gelu_5, %p_encoder_layer_5_output_dense_weight, %p_encoder_layer_5_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc87)
    %dropout_12 = fx.call "aten.dropout.default"(%linear_35, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc88)
    %add_15 = fx.call "aten.add.Tensor"(%dropout_12, %layer_norm_11) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc89)
    %p_encoder_layer_5_output_layernorm_weight = fx.get_attr @"encoder.layer.5.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_5_output_layernorm_bias = fx.get_attr @"encoder.layer.5.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_12 = fx.call "aten.layer_norm.default"(%add_15, [768], %p_encoder_layer_5_output_layernorm_weight, %p_encoder_layer_5_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc90)
    %p_encoder_layer_6_attention_self_query_weight = fx.get_attr @"encoder.layer.6.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_6_attention_self_query_bias = fx.get_attr @"encoder.layer.6.attention.self.query.bias" : tensor<768xbf16>
    %linear_36 = fx.call "aten.linear.default"(%layer_norm_12, %p_encoder_layer_6_attention_self_query_weight, %p_encoder_layer_6_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc91)
    %view_18 = fx.call "aten.view.default"(%linear_36, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc92)
    %transpose_24 = fx.call "aten.transpose.int"(%view_18, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc92)
    %p_encoder_layer_6_attention_self_key_weight = fx.get_attr @"encoder.layer.6.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_6_attention_self_key_bias = fx.get_attr @"encoder.layer.6.attention.self.key.bias" : tensor<768xbf16>
    %linear_37 = fx.call "aten.linear.default"(%layer_norm_12, %p_encoder_layer_6_attention_self_key_weight, %p_encoder_layer_6_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc93)
    %view_19 = fx.call "aten.view.default"(%linear_37, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc92)
    %transpose_25 = fx.call "aten.transpose.int"(%view_19, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc92)
    %p_encoder_layer_6_attention_self_value_weight = fx.get_attr @"encoder.layer.6.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_6_attention_self_value_bias = fx.get_attr @"encoder.layer.6.attention.self.value.bias" : tensor<768xbf16>
    %linear_38 = fx.call "aten.linear.default"(%layer_norm_12, %p_encoder_layer_6_attention_self_value_weight, %p_encoder_layer_6_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc94)
    %view_20 = fx.call "aten.view.default"(%linear_38, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc92)
    %transpose_26 = fx.call "aten.transpose.int"(%view_20, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc92)
    %scaled_dot_product_attention_6 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_24, %transpose_25, %transpose_26, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc92)
    %reshape_12 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_6, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc92)
    %transpose_27 = fx.call "aten.transpose.int"(%reshape_12, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc92)
    %reshape_13 = fx.call "aten.reshape.default"(%transpose_27, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc92)
    %p_encoder_layer_6_attention_output_dense_weight = fx.get_attr @"encoder.layer.6.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_6_attention_output_dense_bias = fx.get_attr @"encoder.layer.6.attention.output.dense.bias" : tensor<768xbf16>
    %linear_39 = fx.call "aten.linear.default"(%reshape_13, %p_encoder_layer_6_attention_output_dense_weight, %p_encoder_layer_6_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc95)
    %dropout_13 = fx.call "aten.dropout.default"(%linear_39, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc96)
    %add_16 = fx.call "aten.add.Tensor"(%dropout_13, %layer_norm_12) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc97)
    %p_encoder_layer_6_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.6.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_6_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.6.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_13 = fx.call "aten.layer_norm.default"(%add_16, [768], %p_encoder_layer_6_attention_output_layernorm_weight, %p_encoder_layer_6_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc98)
    %p_encoder_layer_6_intermediate_dense_weight = fx.get_attr @"encoder.layer.6.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_6_intermediate_dense_bias = fx.get_attr @"encoder.layer.6.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_40 = fx.call "aten.linear.default"(%layer_norm_13, %p_encoder_layer_6_intermediate_dense_weight, %p_encoder_layer_6_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc99)
    %gelu_6 = fx.call "aten.gelu.default"(%linear_40) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc100)
    %p_encoder_layer_6_output_dense_weight = fx.get_attr @"encoder.layer.6.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_6_output_dense_bias = fx.get_attr @"encoder.layer.6.output.dense.bias" : tensor<768xbf16>
    %linear_41 = fx.call "aten.linear.default"(%gelu_6, %p_encoder_layer_6_output_dense_weight, %p_encoder_layer_6_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc101)
    %dropout_14 = fx.call "aten.dropout.default"(%linear_41, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc102)
    %add_17 = fx.call "aten.add.Tensor"(%dropout_14, %layer_norm_13) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc103)
    %p_encoder_layer_6_output_layernorm_weight = fx.get_attr @"encoder.layer.6.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_6_output_layernorm_bias = fx.get_attr @"encoder.layer.6.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_14 = fx.call "aten.layer_norm.default"(%add_17, [768], %p_encoder_layer_6_output_layernorm_weight, %p_encoder_layer_6_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc104)
    %p_encoder_layer_7_attention_self_query_weight = fx.get_attr @"encoder.layer.7.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_7_attention_self_query_bias = fx.get_attr @"encoder.layer.7.attention.self.query.bias" : tensor<768xbf16>
    %linear_42 = fx.call "aten.linear.default"(%layer_norm_14, %p_encoder_layer_7_attention_self_query_weight, %p_encoder_layer_7_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc105)
    %view_21 = fx.call "aten.view.default"(%linear_42, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc106)
    %transpose_28 = fx.call "aten.transpose.int"(%view_21, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc106)
    %p_encoder_layer_7_attention_self_key_weight = fx.get_attr @"encoder.layer.7.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_7_attention_self_key_bias = fx.get_attr @"encoder.layer.7.attention.self.key.bias" : tensor<768xbf16>
    %linear_43 = fx.call "aten.linear.default"(%layer_norm_14, %p_encoder_layer_7_attention_self_key_weight, %p_encoder_layer_7_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc107)
    %view_22 = fx.call "aten.view.default"(%linear_43, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc106)
    %transpose_29 = fx.call "aten.transpose.int"(%view_22, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc106)
    %p_encoder_layer_7_attention_self_value_weight = fx.get_attr @"encoder.layer.7.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_7_attention_self_value_bias = fx.get_attr @"encoder.layer.7.attention.self.value.bias" : tensor<768xbf16>
    %linear_44 = fx.call "aten.linear.default"(%layer_norm_14, %p_encoder_layer_7_attention_self_value_weight, %p_encoder_layer_7_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc108)
    %view_23 = fx.call "aten.view.default"(%linear_44, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc106)
    %transpose_30 = fx.call "aten.transpose.int"(%view_23, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc106)
    %scaled_dot_product_attention_7 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_28, %transpose_29, %transpose_30, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc106)
    %reshape_14 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_7, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc106)
    %transpose_31 = fx.call "aten.transpose.int"(%reshape_14, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc106)
    %reshape_15 = fx.call "aten.reshape.default"(%transpose_31, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc106)
    %p_encoder_layer_7_attention_output_dense_weight = fx.get_attr @"encoder.layer.7.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_7_attention_output_dense_bias = fx.get_attr @"encoder.layer.7.attention.output.dense.bias" : tensor<768xbf16>
    %linear_45 = fx.call "aten.linear.default"(%reshape_15, %p_encoder_layer_7_attention_output_dense_weight, %p_encoder_layer_7_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc109)
    %dropout_15 = fx.call "aten.dropout.default"(%linear_45, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc110)
    %add_18 = fx.call "aten.add.Tensor"(%dropout_15, %layer_norm_14) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc111)
    %p_encoder_layer_7_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.7.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_7_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.7.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_15 = fx.call "aten.layer_norm.default"(%add_18, [768], %p_encoder_layer_7_attention_output_layernorm_weight, %p_encoder_layer_7_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc112)
    %p_encoder_layer_7_intermediate_dense_weight = fx.get_attr @"encoder.layer.7.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_7_intermediate_dense_bias = fx.get_attr @"encoder.layer.7.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_46 = fx.call "aten.linear.default"(%layer_norm_15, %p_encoder_layer_7_intermediate_dense_weight, %p_encoder_layer_7_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc113)
    %gelu_7 = fx.call "aten.gelu.default"(%linear_46) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc114)
    %p_encoder_layer_7_output_dense_weight = fx.get_attr @"encoder.layer.7.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_7_output_dense_bias = fx.get_attr @"encoder.layer.7.output.dense.bias" : tensor<768xbf16>
    %linear_47 = fx.call "aten.linear.default"(%gelu_7, %p_encoder_layer_7_output_dense_weight, %p_encoder_layer_7_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc115)
    %dropout_16 = fx.call "aten.dropout.default"(%linear_47, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc116)
    %add_19 = fx.call "aten.add.Tensor"(%dropout_16, %layer_norm_15) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc117)
    %p_encoder_layer_7_output_layernorm_weight = fx.get_attr @"encoder.layer.7.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_7_output_layernorm_bias = fx.get_attr @"encoder.layer.7.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_16 = fx.call "aten.layer_norm.default"(%add_19, [768], %p_encoder_layer_7_output_layernorm_weight, %p_encoder_layer_7_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc118)
    %p_encoder_layer_8_attention_self_query_weight = fx.get_attr @"encoder.layer.8.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_8_attention_self_query_bias = fx.get_attr @"encoder.layer.8.attention.self.query.bias" : tensor<768xbf16>
    %linear_48 = fx.call "aten.linear.default"(%layer_norm_16, %p_encoder_layer_8_attention_self_query_weight, %p_encoder_layer_8_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc119)
    %view_24 = fx.call "aten.view.default"(%linear_48, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc120)
    %transpose_32 = fx.call "aten.transpose.int"(%view_24, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc120)
    %p_encoder_layer_8_attention_self_key_weight = fx.get_attr @"encoder.layer.8.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_8_attention_self_key_bias = fx.get_attr @"encoder.layer.8.attention.self.key.bias" : tensor<768xbf16>
    %linear_49 = fx.call "aten.linear.default"(%layer_norm_16, %p_encoder_layer_8_attention_self_key_weight, %p_encoder_layer_8_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc121)
    %view_25 = fx.call "aten.view.default"(%linear_49, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc120)
    %transpose_33 = fx.call "aten.transpose.int"(%view_25, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc120)
    %p_encoder_layer_8_attention_self_value_weight = fx.get_attr @"encoder.layer.8.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_8_attention_self_value_bias = fx.get_attr @"encoder.layer.8.attention.self.value.bias" : tensor<768xbf16>
    %linear_50 = fx.call "aten.linear.default"(%layer_norm_16, %p_encoder_layer_8_attention_self_value_weight, %p_encoder_layer_8_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc122)
    %view_26 = fx.call "aten.view.default"(%linear_50, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc120)
    %transpose_34 = fx.call "aten.transpose.int"(%view_26, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc120)
    %scaled_dot_product_attention_8 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_32, %transpose_33, %transpose_34, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc120)
    %reshape_16 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_8, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc120)
    %transpose_35 = fx.call "aten.transpose.int"(%reshape_16, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc120)
    %reshape_17 = fx.call "aten.reshape.default"(%transpose_35, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc120)
    %p_encoder_layer_8_attention_output_dense_weight = fx.get_attr @"encoder.layer.8.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_8_attention_output_dense_bias = fx.get_attr @"encoder.layer.8.attention.output.dense.bias" : tensor<768xbf16>
    %linear_51 = fx.call "aten.linear.default"(%reshape_17, %p_encoder_layer_8_attention_output_dense_weight, %p_encoder_layer_8_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc123)
    %dropout_17 = fx.call "aten.dropout.default"(%linear_51, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc124)
    %add_20 = fx.call "aten.add.Tensor"(%dropout_17, %layer_norm_16) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc125)
    %p_encoder_layer_8_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.8.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_8_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.8.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_17 = fx.call "aten.layer_norm.default"(%add_20, [768], %p_encoder_layer_8_attention_output_layernorm_weight, %p_encoder_layer_8_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc126)
    %p_encoder_layer_8_intermediate_dense_weight = fx.get_attr @"encoder.layer.8.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_8_intermediate_dense_bias = fx.get_attr @"encoder.layer.8.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_52 = fx.call "aten.linear.default"(%layer_norm_17, %p_encoder_layer_8_intermediate_dense_weight, %p_encoder_layer_8_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc127)
    %gelu_8 = fx.call "aten.gelu.default"(%linear_52) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc128)
    %p_encoder_layer_8_output_dense_weight = fx.get_attr @"encoder.layer.8.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_8_output_dense_bias = fx.get_attr @"encoder.layer.8.output.dense.bias" : tensor<768xbf16>
    %linear_53 = fx.call "aten.linear.default"(%gelu_8, %p_encoder_layer_8_output_dense_weight, %p_encoder_layer_8_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc129)
    %dropout_18 = fx.call "aten.dropout.default"(%linear_53, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc130)
    %add_21 = fx.call "aten.add.Tensor"(%dropout_18, %layer_norm_17) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc131)
    %p_encoder_layer_8_output_layernorm_weight = fx.get_attr @"encoder.layer.8.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_8_output_layernorm_bias = fx.get_attr @"encoder.layer.8.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_18 = fx.call "aten.layer_norm.default"(%add_21, [768], %p_encoder_layer_8_output_layernorm_weight, %p_encoder_layer_8_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc132)
    %p_encoder_layer_9_attention_self_query_weight = fx.get_attr @"encoder.layer.9.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_9_attention_self_query_bias = fx.get_attr @"encoder.layer.9.attention.self.query.bias" : tensor<768xbf16>
    %linear_54 = fx.call "aten.linear.default"(%layer_norm_18, %p_encoder_layer_9_attention_self_query_weight, %p_encoder_layer_9_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc133)
    %view_27 = fx.call "aten.view.default"(%linear_54, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc134)
    %transpose_36 = fx.call "aten.transpose.int"(%view_27, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc134)
    %p_encoder_layer_9_attention_self_key_weight = fx.get_attr @"encoder.layer.9.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_9_attention_self_key_bias = fx.get_attr @"encoder.layer.9.attention.self.key.bias" : tensor<768xbf16>
    %linear_55 = fx.call "aten.linear.default"(%layer_norm_18, %p_encoder_layer_9_attention_self_key_weight, %p_encoder_layer_9_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc135)
    %view_28 = fx.call "aten.view.default"(%linear_55, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc134)
    %transpose_37 = fx.call "aten.transpose.int"(%view_28, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc134)
    %p_encoder_layer_9_attention_self_value_weight = fx.get_attr @"encoder.layer.9.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_9_attention_self_value_bias = fx.get_attr @"encoder.layer.9.attention.self.value.bias" : tensor<768xbf16>
    %linear_56 = fx.call "aten.linear.default"(%layer_norm_18, %p_encoder_layer_9_attention_self_value_weight, %p_encoder_layer_9_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc136)
    %view_29 = fx.call "aten.view.default"(%linear_56, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc134)
    %transpose_38 = fx.call "aten.transpose.int"(%view_29, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc134)
    %scaled_dot_product_attention_9 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_36, %transpose_37, %transpose_38, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc134)
    %reshape_18 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_9, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc134)
    %transpose_39 = fx.call "aten.transpose.int"(%reshape_18, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc134)
    %reshape_19 = fx.call "aten.reshape.default"(%transpose_39, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc134)
    %p_encoder_layer_9_attention_output_dense_weight = fx.get_attr @"encoder.layer.9.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_9_attention_output_dense_bias = fx.get_attr @"encoder.layer.9.attention.output.dense.bias" : tensor<768xbf16>
    %linear_57 = fx.call "aten.linear.default"(%reshape_19, %p_encoder_layer_9_attention_output_dense_weight, %p_encoder_layer_9_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc137)
    %dropout_19 = fx.call "aten.dropout.default"(%linear_57, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc138)
    %add_22 = fx.call "aten.add.Tensor"(%dropout_19, %layer_norm_18) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc139)
    %p_encoder_layer_9_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.9.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_9_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.9.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_19 = fx.call "aten.layer_norm.default"(%add_22, [768], %p_encoder_layer_9_attention_output_layernorm_weight, %p_encoder_layer_9_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc140)
    %p_encoder_layer_9_intermediate_dense_weight = fx.get_attr @"encoder.layer.9.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_9_intermediate_dense_bias = fx.get_attr @"encoder.layer.9.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_58 = fx.call "aten.linear.default"(%layer_norm_19, %p_encoder_layer_9_intermediate_dense_weight, %p_encoder_layer_9_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc141)
    %gelu_9 = fx.call "aten.gelu.default"(%linear_58) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc142)
    %p_encoder_layer_9_output_dense_weight = fx.get_attr @"encoder.layer.9.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_9_output_dense_bias = fx.get_attr @"encoder.layer.9.output.dense.bias" : tensor<768xbf16>
    %linear_59 = fx.call "aten.linear.default"(%gelu_9, %p_encoder_layer_9_output_dense_weight, %p_encoder_layer_9_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc143)
    %dropout_20 = fx.call "aten.dropout.default"(%linear_59, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc144)
    %add_23 = fx.call "aten.add.Tensor"(%dropout_20, %layer_norm_19) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc145)
    %p_encoder_layer_9_output_layernorm_weight = fx.get_attr @"encoder.layer.9.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_9_output_layernorm_bias = fx.get_attr @"encoder.layer.9.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_20 = fx.call "aten.layer_norm.default"(%add_23, [768], %p_encoder_layer_9_output_layernorm_weight, %p_encoder_layer_9_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc146)
    %p_encoder_layer_10_attention_self_query_weight = fx.get_attr @"encoder.layer.10.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_10_attention_self_query_bias = fx.get_attr @"encoder.layer.10.attention.self.query.bias" : tensor<768xbf16>
    %linear_60 = fx.call "aten.linear.default"(%layer_norm_20, %p_encoder_layer_10_attention_self_query_weight, %p_encoder_layer_10_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc147)
    %view_30 = fx.call "aten.view.default"(%linear_60, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc148)
    %transpose_40 = fx.call "aten.transpose.int"(%view_30, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc148)
    %p_encoder_layer_10_attention_self_key_weight = fx.get_attr @"encoder.layer.10.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_10_attention_self_key_bias = fx.get_attr @"encoder.layer.10.attention.self.key.bias" : tensor<768xbf16>
    %linear_61 = fx.call "aten.linear.default"(%layer_norm_20, %p_encoder_layer_10_attention_self_key_weight, %p_encoder_layer_10_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc149)
    %view_31 = fx.call "aten.view.default"(%linear_61, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc148)
    %transpose_41 = fx.call "aten.transpose.int"(%view_31, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc148)
    %p_encoder_layer_10_attention_self_value_weight = fx.get_attr @"encoder.layer.10.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_10_attention_self_value_bias = fx.get_attr @"encoder.layer.10.attention.self.value.bias" : tensor<768xbf16>
    %linear_62 = fx.call "aten.linear.default"(%layer_norm_20, %p_encoder_layer_10_attention_self_value_weight, %p_encoder_layer_10_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc150)
    %view_32 = fx.call "aten.view.default"(%linear_62, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc148)
    %transpose_42 = fx.call "aten.transpose.int"(%view_32, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc148)
    %scaled_dot_product_attention_10 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_40, %transpose_41, %transpose_42, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc148)
    %reshape_20 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_10, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc148)
    %transpose_43 = fx.call "aten.transpose.int"(%reshape_20, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc148)
    %reshape_21 = fx.call "aten.reshape.default"(%transpose_43, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc148)
    %p_encoder_layer_10_attention_output_dense_weight = fx.get_attr @"encoder.layer.10.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_10_attention_output_dense_bias = fx.get_attr @"encoder.layer.10.attention.output.dense.bias" : tensor<768xbf16>
    %linear_63 = fx.call "aten.linear.default"(%reshape_21, %p_encoder_layer_10_attention_output_dense_weight, %p_encoder_layer_10_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc151)
    %dropout_21 = fx.call "aten.dropout.default"(%linear_63, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc152)
    %add_24 = fx.call "aten.add.Tensor"(%dropout_21, %layer_norm_20) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc153)
    %p_encoder_layer_10_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.10.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_10_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.10.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_21 = fx.call "aten.layer_norm.default"(%add_24, [768], %p_encoder_layer_10_attention_output_layernorm_weight, %p_encoder_layer_10_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc154)
    %p_encoder_layer_10_intermediate_dense_weight = fx.get_attr @"encoder.layer.10.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_10_intermediate_dense_bias = fx.get_attr @"encoder.layer.10.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_64 = fx.call "aten.linear.default"(%layer_norm_21, %p_encoder_layer_10_intermediate_dense_weight, %p_encoder_layer_10_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc155)
    %gelu_10 = fx.call "aten.gelu.default"(%linear_64) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc156)
    %p_encoder_layer_10_output_dense_weight = fx.get_attr @"encoder.layer.10.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_10_output_dense_bias = fx.get_attr @"encoder.layer.10.output.dense.bias" : tensor<768xbf16>
    %linear_65 = fx.call "aten.linear.default"(%gelu_10, %p_encoder_layer_10_output_dense_weight, %p_encoder_layer_10_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc157)
    %dropout_22 = fx.call "aten.dropout.default"(%linear_65, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc158)
    %add_25 = fx.call "aten.add.Tensor"(%dropout_22, %layer_norm_21) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc159)
    %p_encoder_layer_10_output_layernorm_weight = fx.get_attr @"encoder.layer.10.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_10_output_layernorm_bias = fx.get_attr @"encoder.layer.10.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_22 = fx.call "aten.layer_norm.default"(%add_25, [768], %p_encoder_layer_10_output_layernorm_weight, %p_encoder_layer_10_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc160)
    %p_encoder_layer_11_attention_self_query_weight = fx.get_attr @"encoder.layer.11.attention.self.query.weight" : tensor<768x768xbf16>
    %p_encoder_layer_11_attention_self_query_bias = fx.get_attr @"encoder.layer.11.attention.self.query.bias" : tensor<768xbf16>
    %linear_66 = fx.call "aten.linear.default"(%layer_norm_22, %p_encoder_layer_11_attention_self_query_weight, %p_encoder_layer_11_attention_self_query_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc161)
    %view_33 = fx.call "aten.view.default"(%linear_66, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc162)
    %transpose_44 = fx.call "aten.transpose.int"(%view_33, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc162)
    %p_encoder_layer_11_attention_self_key_weight = fx.get_attr @"encoder.layer.11.attention.self.key.weight" : tensor<768x768xbf16>
    %p_encoder_layer_11_attention_self_key_bias = fx.get_attr @"encoder.layer.11.attention.self.key.bias" : tensor<768xbf16>
    %linear_67 = fx.call "aten.linear.default"(%layer_norm_22, %p_encoder_layer_11_attention_self_key_weight, %p_encoder_layer_11_attention_self_key_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc163)
    %view_34 = fx.call "aten.view.default"(%linear_67, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc162)
    %transpose_45 = fx.call "aten.transpose.int"(%view_34, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc162)
    %p_encoder_layer_11_attention_self_value_weight = fx.get_attr @"encoder.layer.11.attention.self.value.weight" : tensor<768x768xbf16>
    %p_encoder_layer_11_attention_self_value_bias = fx.get_attr @"encoder.layer.11.attention.self.value.bias" : tensor<768xbf16>
    %linear_68 = fx.call "aten.linear.default"(%layer_norm_22, %p_encoder_layer_11_attention_self_value_weight, %p_encoder_layer_11_attention_self_value_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc164)
    %view_35 = fx.call "aten.view.default"(%linear_68, [1, 128, -1, 64]) : (tensor<1x128x768xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc162)
    %transpose_46 = fx.call "aten.transpose.int"(%view_35, 1, 2) : (tensor<1x128x12x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc162)
    %scaled_dot_product_attention_11 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_44, %transpose_45, %transpose_46, %expand, scale = 0.125) : (tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x12x128x64xbf16>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xbf16> loc(#loc162)
    %reshape_22 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_11, [1, -1, 128, 64]) : (tensor<1x12x128x64xbf16>) -> tensor<1x12x128x64xbf16> loc(#loc162)
    %transpose_47 = fx.call "aten.transpose.int"(%reshape_22, 1, 2) : (tensor<1x12x128x64xbf16>) -> tensor<1x128x12x64xbf16> loc(#loc162)
    %reshape_23 = fx.call "aten.reshape.default"(%transpose_47, [1, 128, -1]) : (tensor<1x128x12x64xbf16>) -> tensor<1x128x768xbf16> loc(#loc162)
    %p_encoder_layer_11_attention_output_dense_weight = fx.get_attr @"encoder.layer.11.attention.output.dense.weight" : tensor<768x768xbf16>
    %p_encoder_layer_11_attention_output_dense_bias = fx.get_attr @"encoder.layer.11.attention.output.dense.bias" : tensor<768xbf16>
    %linear_69 = fx.call "aten.linear.default"(%reshape_23, %p_encoder_layer_11_attention_output_dense_weight, %p_encoder_layer_11_attention_output_dense_bias) : (tensor<1x128x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc165)
    %dropout_23 = fx.call "aten.dropout.default"(%linear_69, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc166)
    %add_26 = fx.call "aten.add.Tensor"(%dropout_23, %layer_norm_22) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc167)
    %p_encoder_layer_11_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.11.attention.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_11_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.11.attention.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_23 = fx.call "aten.layer_norm.default"(%add_26, [768], %p_encoder_layer_11_attention_output_layernorm_weight, %p_encoder_layer_11_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc168)
    %p_encoder_layer_11_intermediate_dense_weight = fx.get_attr @"encoder.layer.11.intermediate.dense.weight" : tensor<3072x768xbf16>
    %p_encoder_layer_11_intermediate_dense_bias = fx.get_attr @"encoder.layer.11.intermediate.dense.bias" : tensor<3072xbf16>
    %linear_70 = fx.call "aten.linear.default"(%layer_norm_23, %p_encoder_layer_11_intermediate_dense_weight, %p_encoder_layer_11_intermediate_dense_bias) : (tensor<1x128x768xbf16>, tensor<3072x768xbf16>, tensor<3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc169)
    %gelu_11 = fx.call "aten.gelu.default"(%linear_70) : (tensor<1x128x3072xbf16>) -> tensor<1x128x3072xbf16> loc(#loc170)
    %p_encoder_layer_11_output_dense_weight = fx.get_attr @"encoder.layer.11.output.dense.weight" : tensor<768x3072xbf16>
    %p_encoder_layer_11_output_dense_bias = fx.get_attr @"encoder.layer.11.output.dense.bias" : tensor<768xbf16>
    %linear_71 = fx.call "aten.linear.default"(%gelu_11, %p_encoder_layer_11_output_dense_weight, %p_encoder_layer_11_output_dense_bias) : (tensor<1x128x3072xbf16>, tensor<768x3072xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc171)
    %dropout_24 = fx.call "aten.dropout.default"(%linear_71, 0.1, false) : (tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc172)
    %add_27 = fx.call "aten.add.Tensor"(%dropout_24, %layer_norm_23) : (tensor<1x128x768xbf16>, tensor<1x128x768xbf16>) -> tensor<1x128x768xbf16> loc(#loc173)
    %p_encoder_layer_11_output_layernorm_weight = fx.get_attr @"encoder.layer.11.output.LayerNorm.weight" : tensor<768xbf16>
    %p_encoder_layer_11_output_layernorm_bias = fx.get_attr @"encoder.layer.11.output.LayerNorm.bias" : tensor<768xbf16>
    %layer_norm_24 = fx.call "aten.layer_norm.default"(%add_27, [768], %p_encoder_layer_11_output_layernorm_weight, %p_encoder_layer_11_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xbf16>, tensor<768xbf16>, tensor<768xbf16>) -> tensor<1x128x768xbf16> loc(#loc174)
    %select = fx.call "aten.select.int"(%layer_norm_24, 1, 0) : (tensor<1x128x768xbf16>) -> tensor<1x768xbf16> loc(#loc175)
    %p_pooler_dense_weight = fx.get_attr @"pooler.dense.weight" : tensor<768x768xbf16>
    %p_pooler_dense_bias = fx.get_attr @"pooler.dense.bias" : tensor<768xbf16>
    %linear_72 = fx.call "aten.linear.default"(%select, %p_pooler_dense_weight, %p_pooler_dense_bias) : (tensor<1x768xbf16>, tensor<768x768xbf16>, tensor<768xbf16>) -> tensor<1x768xbf16> loc(#loc176)
    %tanh = fx.call "aten.tanh.default"(%linear_72) : (tensor<1x768xbf16>) -> tensor<1x768xbf16> loc(#loc177)
    fx.output %layer_norm_24, %tanh : tensor<1x128x768xbf16>, tensor<1x768xbf16>
  }
}
#loc0 = loc("embeddings")
#loc1 = loc("embeddings.word_embeddings")
#loc2 = loc("embeddings.token_type_embeddings")
#loc3 = loc("embeddings.position_embeddings")
#loc4 = loc("embeddings.LayerNorm")
#loc5 = loc("embeddings.dropout")
#loc6 = loc("BertModel")
#loc7 = loc("encoder.layer.0.attention.self.query")
#loc8 = loc("encoder.layer.0.attention.self")
#loc9 = loc("encoder.layer.0.attention.self.key")
#loc10 = loc("encoder.layer.0.attention.self.value")
#loc11 = loc("encoder.layer.0.attention.output.dense")
#loc12 = loc("encoder.layer.0.attention.output.dropout")
#loc13 = loc("encoder.layer.0.attention.output")
#loc14 = loc("encoder.layer.0.attention.output.LayerNorm")
#loc15 = loc("encoder.layer.0.intermediate.dense")
#loc16 = loc("encoder.layer.0.intermediate.intermediate_act_fn")
#loc17 = loc("encoder.layer.0.output.dense")
#loc18 = loc("encoder.layer.0.output.dropout")
#loc19 = loc("encoder.layer.0.output")
#loc20 = loc("encoder.layer.0.output.LayerNorm")
#loc21 = loc("encoder.layer.1.attention.self.query")
#loc22 = loc("encoder.layer.1.attention.self")
#loc23 = loc("encoder.layer.1.attention.self.key")
#loc24 = loc("encoder.layer.1.attention.self.value")
#loc25 = loc("encoder.layer.1.attention.output.dense")
#loc26 = loc("encoder.layer.1.attention.output.dropout")
#loc27 = loc("encoder.layer.1.attention.output")
#loc28 = loc("encoder.layer.1.attention.output.LayerNorm")
#loc29 = loc("encoder.layer.1.intermediate.dense")
#loc30 = loc("encoder.layer.1.intermediate.intermediate_act_fn")
#loc31 = loc("encoder.layer.1.output.dense")
#loc32 = loc("encoder.layer.1.output.dropout")
#loc33 = loc("encoder.layer.1.output")
#loc34 = loc("encoder.layer.1.output.LayerNorm")
#loc35 = loc("encoder.layer.2.attention.self.query")
#loc36 = loc("encoder.layer.2.attention.self")
#loc37 = loc("encoder.layer.2.attention.self.key")
#loc38 = loc("encoder.layer.2.attention.self.value")
#loc39 = loc("encoder.layer.2.attention.output.dense")
#loc40 = loc("encoder.layer.2.attention.output.dropout")
#loc41 = loc("encoder.layer.2.attention.output")
#loc42 = loc("encoder.layer.2.attention.output.LayerNorm")
#loc43 = loc("encoder.layer.2.intermediate.dense")
#loc44 = loc("encoder.layer.2.intermediate.intermediate_act_fn")
#loc45 = loc("encoder.layer.2.output.dense")
#loc46 = loc("encoder.layer.2.output.dropout")
#loc47 = loc("encoder.layer.2.output")
#loc48 = loc("encoder.layer.2.output.LayerNorm")
#loc49 = loc("encoder.layer.3.attention.self.query")
#loc50 = loc("encoder.layer.3.attention.self")
#loc51 = loc("encoder.layer.3.attention.self.key")
#loc52 = loc("encoder.layer.3.attention.self.value")
#loc53 = loc("encoder.layer.3.attention.output.dense")
#loc54 = loc("encoder.layer.3.attention.output.dropout")
#loc55 = loc("encoder.layer.3.attention.output")
#loc56 = loc("encoder.layer.3.attention.output.LayerNorm")
#loc57 = loc("encoder.layer.3.intermediate.dense")
#loc58 = loc("encoder.layer.3.intermediate.intermediate_act_fn")
#loc59 = loc("encoder.layer.3.output.dense")
#loc60 = loc("encoder.layer.3.output.dropout")
#loc61 = loc("encoder.layer.3.output")
#loc62 = loc("encoder.layer.3.output.LayerNorm")
#loc63 = loc("encoder.layer.4.attention.self.query")
#loc64 = loc("encoder.layer.4.attention.self")
#loc65 = loc("encoder.layer.4.attention.self.key")
#loc66 = loc("encoder.layer.4.attention.self.value")
#loc67 = loc("encoder.layer.4.attention.output.dense")
#loc68 = loc("encoder.layer.4.attention.output.dropout")
#loc69 = loc("encoder.layer.4.attention.output")
#loc70 = loc("encoder.layer.4.attention.output.LayerNorm")
#loc71 = loc("encoder.layer.4.intermediate.dense")
#loc72 = loc("encoder.layer.4.intermediate.intermediate_act_fn")
#loc73 = loc("encoder.layer.4.output.dense")
#loc74 = loc("encoder.layer.4.output.dropout")
#loc75 = loc("encoder.layer.4.output")
#loc76 = loc("encoder.layer.4.output.LayerNorm")
#loc77 = loc("encoder.layer.5.attention.self.query")
#loc78 = loc("encoder.layer.5.attention.self")
#loc79 = loc("encoder.layer.5.attention.self.key")
#loc80 = loc("encoder.layer.5.attention.self.value")
#loc81 = loc("encoder.layer.5.attention.output.dense")
#loc82 = loc("encoder.layer.5.attention.output.dropout")
#loc83 = loc("encoder.layer.5.attention.output")
#loc84 = loc("encoder.layer.5.attention.output.LayerNorm")
#loc85 = loc("encoder.layer.5.intermediate.dense")
#loc86 = loc("encoder.layer.5.intermediate.intermediate_act_fn")
#loc87 = loc("encoder.layer.5.output.dense")
#loc88 = loc("encoder.layer.5.output.dropout")
#loc89 = loc("encoder.layer.5.output")
#loc90 = loc("encoder.layer.5.output.LayerNorm")
#loc91 = loc("encoder.layer.6.attention.self.query")
#loc92 = loc("encoder.layer.6.attention.self")
#loc93 = loc("encoder.layer.6.attention.self.key")
#loc94 = loc("encoder.layer.6.attention.self.value")
#loc95 = loc("encoder.layer.6.attention.output.dense")
#loc96 = loc("encoder.layer.6.attention.output.dropout")
#loc97 = loc("encoder.layer.6.attention.output")
#loc98 = loc("encoder.layer.6.attention.output.LayerNorm")
#loc99 = loc("encoder.layer.6.intermediate.dense")
#loc100 = loc("encoder.layer.6.intermediate.intermediate_act_fn")
#loc101 = loc("encoder.layer.6.output.dense")
#loc102 = loc("encoder.layer.6.output.dropout")
#loc103 = loc("encoder.layer.6.output")
#loc104 = loc("encoder.layer.6.output.LayerNorm")
#loc105 = loc("encoder.layer.7.attention.self.query")
#loc106 = loc("encoder.layer.7.attention.self")
#loc107 = loc("encoder.layer.7.attention.self.key")
#loc108 = loc("encoder.layer.7.attention.self.value")
#loc109 = loc("encoder.layer.7.attention.output.dense")
#loc110 = loc("encoder.layer.7.attention.output.dropout")
#loc111 = loc("encoder.layer.7.attention.output")
#loc112 = loc("encoder.layer.7.attention.output.LayerNorm")
#loc113 = loc("encoder.layer.7.intermediate.dense")
#loc114 = loc("encoder.layer.7.intermediate.intermediate_act_fn")
#loc115 = loc("encoder.layer.7.output.dense")
#loc116 = loc("encoder.layer.7.output.dropout")
#loc117 = loc("encoder.layer.7.output")
#loc118 = loc("encoder.layer.7.output.LayerNorm")
#loc119 = loc("encoder.layer.8.attention.self.query")
#loc120 = loc("encoder.layer.8.attention.self")
#loc121 = loc("encoder.layer.8.attention.self.key")
#loc122 = loc("encoder.layer.8.attention.self.value")
#loc123 = loc("encoder.layer.8.attention.output.dense")
#loc124 = loc("encoder.layer.8.attention.output.dropout")
#loc125 = loc("encoder.layer.8.attention.output")
#loc126 = loc("encoder.layer.8.attention.output.LayerNorm")
#loc127 = loc("encoder.layer.8.intermediate.dense")
#loc128 = loc("encoder.layer.8.intermediate.intermediate_act_fn")
#loc129 = loc("encoder.layer.8.output.dense")
#loc130 = loc("encoder.layer.8.output.dropout")
#loc131 = loc("encoder.layer.8.output")
#loc132 = loc("encoder.layer.8.output.LayerNorm")
#loc133 = loc("encoder.layer.9.attention.self.query")
#loc134 = loc("encoder.layer.9.attention.self")
#loc135 = loc("encoder.layer.9.attention.self.key")
#loc136 = loc("encoder.layer.9.attention.self.value")
#loc137 = loc("encoder.layer.9.attention.output.dense")
#loc138 = loc("encoder.layer.9.attention.output.dropout")
#loc139 = loc("encoder.layer.9.attention.output")
#loc140 = loc("encoder.layer.9.attention.output.LayerNorm")
#loc141 = loc("encoder.layer.9.intermediate.dense")
#loc142 = loc("encoder.layer.9.intermediate.intermediate_act_fn")
#loc143 = loc("encoder.layer.9.output.dense")
#loc144 = loc("encoder.layer.9.output.dropout")
#loc145 = loc("encoder.layer.9.output")
#loc146 = loc("encoder.layer.9.output.LayerNorm")
#loc147 = loc("encoder.layer.10.attention.self.query")
#loc148 = loc("encoder.layer.10.attention.self")
#loc149 = loc("encoder.layer.10.attention.self.key")
#loc150 = loc("encoder.layer.10.attention.self.value")
#loc151 = loc("encoder.layer.10.attention.output.dense")
#loc152 = loc("encoder.layer.10.attention.output.dropout")
#loc153 = loc("encoder.layer.10.attention.output")
#loc154 = loc("encoder.layer.10.attention.output.LayerNorm")
#loc155 = loc("encoder.layer.10.intermediate.dense")
#loc156 = loc("encoder.layer.10.intermediate.intermediate_act_fn")
#loc157 = loc("encoder.layer.10.output.dense")
#loc158 = loc("encoder.layer.10.output.dropout")
#loc159 = loc("encoder.layer.10.output")
#loc160 = loc("encoder.layer.10.output.LayerNorm")
#loc161 = loc("encoder.layer.11.attention.self.query")
#loc162 = loc("encoder.layer.11.attention.self")
#loc163 = loc("encoder.layer.11.attention.self.key")
#loc164 = loc("encoder.layer.11.attention.self.value")
#loc165 = loc("encoder.layer.11.attention.output.dense")
#loc166 = loc("encoder.layer.11.attention.output.dropout")
#loc167 = loc("encoder.layer.11.attention.output")
#loc168 = loc("encoder.layer.11.attention.output.LayerNorm")
#loc169 = loc("encoder.layer.11.intermediate.dense")
#loc170 = loc("encoder.layer.11.intermediate.intermediate_act_fn")
#loc171 = loc("encoder.layer.11.output.dense")
#loc172 = loc("encoder.layer.11.output.dropout")
#loc173 = loc("encoder.layer.11.output")
#loc174 = loc("encoder.layer.11.output.LayerNorm")
#loc175 = loc("pooler")
#loc176 = loc("pooler.dense")
#loc177 = loc("pooler.activation")
