module attributes {
  tc.version = "0.1",
  tc.model = "bert",
  tc.expected = [{shape = [1, 128, 768], dtype = f32, sum = 172.94161886329664, norm = 317.1484044454146, eager_error = 4.441712209071443e-07, eager_max = 2.543183626801948e-06, samples = dense<[1.2230591712120291, 0.5812348856683056, 1.2255036293620023, 0.5781639736045704, 1.224999599699053, 0.4910003136903269, 1.2481279129627296, 0.49950898548270534, 1.223472682739234, 0.58088855076818, 1.247520227335267, 0.5425926517840544, 1.215047897557743, 0.5372550694238714, 1.22246274959672, 0.5502374681704997, 1.2374007581398583, 0.5731555412953835, 1.2135173866837274, 0.5100536458257942, 1.243092882531333, 0.5731487881623912, 1.2296707820599628, 0.5626937188270278, 1.2576879193817612, 0.512364565655639, 1.2464108942329901, 0.5289272093704268, 1.2578931386816112, 0.5517275808801951, 1.2337677304734933, 0.5589842733402087, 1.2377967872993523, 0.5865426247471525, 1.2360454782226225, 0.545207864118173, 1.2173825730469583, 0.5371223555318044, 1.213335018691583, 0.572044979999416, 1.2544118896755658, 0.5020092659330174, 1.2473887204444987, 0.5726138709037103, 1.2147101867165462, 0.5235534041561335, 1.2485563666784494, 0.5580172147849772, 1.2324327313188368, 0.5066653860829415, 1.21426683976466, 0.5287045693612737, 1.240096486725747, 0.5745878153618982, 1.2254929209799057, 0.5277917213231003, 1.2445621230899104, 0.500914403876968, 1.2578678058504944, 0.5870434199915804, 1.2209765235450445, 0.5058789680398394, 1.2329031653751774, 0.5230079398024289, 1.2321175355419356, 0.550812287053004, 1.2243109216806456, 0.5502849465343298, 1.2231360954701267, 0.5747340187143755, 1.2416444379175164, 0.5594271636619564, 1.229382961048252, 0.559366887603611, 1.2483023222809668, 0.5407777909297363, 1.2250888307363026, 0.5352912938802292, 1.2364412456416132, 0.5826262417079576, 1.2330643008909612, 0.5143996605209911, 1.2439486928160617, 0.5403590039462218, 1.2085793823996975, 0.5207131481283952, 1.2334355758935542, 0.5247030079613095, 1.2558667796874725, 0.5928971931875474, 1.2023495523234964, 0.4924248986189299, 1.2461103235611415, 0.4748192852586368, 1.2683890756724137, 0.5352874038391591, 1.2214730328160162, 0.528275928972927, 1.231045067379563, 0.5646109820146732, 1.2424096636297604, 0.5349885434869183, 1.2315439214713377, 0.5685801332213201, 1.2346892657813566, 0.5761625753398992, 1.2283786735003843, 0.5048380264102069, 1.2376364443499714, 0.5132180602565812, 1.2068328232960608, 0.567591651336407, 1.209351753019323, 0.5709134468442321, 1.2277852276000794, 0.5453910274881794, 1.207821167858178, 0.5356753734171361, 1.2276066192122719, 0.5548008381332112, 1.2431874841142763, 0.5499611784923105, 1.2444497758620634, 0.6386943266298567, 1.2057154244869674, 0.49470276255388806, 1.2089253979988115, 0.5615489746877662, 1.235139285886083, 0.5244876715589546, 1.2355757765894029, 0.5174770928108721, 1.2118490843213292, 0.5366520929536357, 1.219492400186943, 0.5611396818681869, 1.2304630294171275, 0.4648436013071207, 1.2446882512635051, 0.5338769385655587, 1.2378496961827752, 0.5106262317024642, 1.2003035394216717, 0.565843038268661, 1.2471907279899594, 0.5561789989657897, 1.2329125912389145, 0.47914282628520133, 1.217077348833567, 0.5043447139375556, 1.2526034630625262, 0.5647421386888035, 1.2093459578451278, 0.5140857674670425, 1.2515855374619413, 0.5404589035374423, 1.2405882765157843, 0.5624398734794142, 1.2438363231203646, 0.5612146405127605, 1.2266365360799447, 0.4685470432961755, 1.2370703016380022, 0.5196879239557467, 1.2381961699747508, 0.5989203234568681, 1.2429275945209608, 0.520887857119684, 1.2418655309311226, 0.6151267169024954, 1.232913764107766, 0.5428984722592423, 1.2361149043639699, 0.5159662096763051, 1.2498173859399788, 0.5131602075017914, 1.2256492384705375, 0.5423260591466276, 1.221871721702924, 0.5221298904918444, 1.2461905895290697, 0.5483979253401791, 1.223011253100037, 0.5455933169995935, 1.218018113208081, 0.5376085407398787, 1.2396486585994195, 0.5347345404085081, 1.2206475416133444, 0.5452595022564473, 1.2197423955536246, 0.533086892820115, 1.2258984631826129, 0.5192755630082662, 1.2428140906735563, 0.5583305416203709, 1.210185366141983, 0.5737713098990823, 1.2153181880231023, 0.5716436132814213, 1.244781046448552, 0.5117744734779777, 1.2225563693733024, 0.5660630517298239, 1.2314099075167941, 0.535038739292907, 1.2081016688701112, 0.5669903941022414, 1.2241241011196147, 0.5781685686825104, 1.2481774736338667, 0.516150339809049, 1.2279743864751904, 0.5457919648084057, 1.217533382200134, 0.536809602006115, 1.2278027002489136, 0.5899399747283635, 1.2195475297946912, 0.6124136338973809, 1.2513263526169733, 0.529935628066351, 1.2271639232738718, 0.5480511674729289, 1.2062230874350353, 0.4923361042111901, 1.2112036610342314, 0.5815409594376943, 1.2301723025278004, 0.510756377929231, 1.2061523830466827, 0.5692363013847013, 1.2482813645084958, 0.5198454003719493, 1.2397161450260519, 0.5678119520034436, 1.2372448861530068, 0.5737875799732991, 1.2179116068774618, 0.5553469958889374, 1.2376556670870935, 0.48567082207596063, 1.2152417784450587, 0.5074383224247386, 1.2347248493379943, 0.5289078359031797, 1.2582282044144482, 0.5873790171092513, 1.225319491614745, 0.5306436933893092, 1.2352873375351483, 0.4675133356298286, 1.2485181678444215, 0.5203521317479145, 1.2287330615025207, 0.5554433342150684]> : tensor<256xf64>}, {shape = [1, 768], dtype = f32, sum = -1.5353764034319646, norm = 17.432510401117582, eager_error = 5.643324599408235e-07, eager_max = 2.0417066605507572e-06, samples = dense<[0.18072107900879794, -0.24775955602225508, 0.7624010498402815, 0.905351631339142, 0.718205889008012, 0.3187331328024049, -0.0830277996253814, -0.8795770352583027, 0.7875698941983574, 0.47814115251547923, 0.9225475214021631, 0.9239247664443544, 0.34921450741399834, -0.15891888160530748, 0.9225108476567813, -0.35164223874780914, 0.8392298085625566, -0.9727675912062739, 0.30095374594367713, -0.6199319717499667, 0.9715863973481205, -0.09044979243544159, 0.2001646426531577, 0.35049920826839365, -0.28216387705324714, 0.1314138497045997, 0.9876652900548003, 0.46202951532567954, -0.6183865294597056, 0.5499915541564923, 0.49510635971890626, 0.9644186006120953, -0.8672244762042723, -0.8172900123372469, 0.5953031805302289, 0.8795250199665009, 0.8653498330678405, -0.2875949760675119, -0.69120192375686, -0.4994389018066673, 0.18654530870804606, 0.8677903552679359, -0.8090445699483751, 0.9275255151761849, -0.8499702965219932, -0.49977851451040867, -0.8750495916478043, 0.7883354995695048, 0.5069312254402307, 0.9366870098354465, 0.5950135544675392, 0.8273597783304365, -0.24613751518093469, 0.10368731705385552, 0.5669655843033874, -0.26493006891274784, 0.8504390032016754, -0.4300035638144805, -0.6846796143469936, -0.7230823949799231, -0.018377945164158006, -0.0836477625378384, 0.9351313758402096, 0.8134313857501483, -0.9354836648190005, 0.6567647908319264, -0.9555100377418559, 0.7026270493588034, 0.7824377822476073, 0.47727179733320574, -0.8759886643511026, 0.13888204341784186, 0.9560403845249275, 0.8473838668736485, 0.8142165515119725, 0.9402542812066447, 0.8984854856622896, 0.5832118232542077, 0.37474386987541625, -0.5967685554346539, -0.7090364134668113, -0.8024100020941881, 0.5690086053538661, -0.8905625627965625, 0.07186190337439467, -0.034247514105674615, 0.9107395378140821, -0.7760297385229499, 0.14698056093454734, 0.6615252225643397, -0.3585253275731573, -0.8496870354876556, -0.4858503202747941, 0.6799215920608102, 0.554869585709387, -0.17188846075194616, -0.6391365481251743, 0.826865042915006, -0.8471445854481854, 0.8859129807787024, 0.8185195527179604, -0.29809620002642767, -0.7461136908122977, 0.8903881861718929, 0.9708269544711653, -0.15370616845882912, 0.6575335635590255, -0.6905209787598475, 0.1780478909801277, -0.15135496152569208, -0.3783388061180705, 0.9368670974071428, 0.6626774820374605, -0.183118531129612, -0.26200249914158896, 0.04705738089040558, 0.5840237659918146, 0.7050651714300962, 0.5654175697344873, 0.2881699011560062, 0.5670757063628851, 0.8720388096051032, -0.0026931796779407122, 0.9111448823478191, 0.7704090011023897, 0.31252940030215637, -0.08172898839225304, -0.24778594116878064, -0.38573752014954577, 0.8807700553225679, -0.3634529707489606, 0.6165122670506895, 0.3288807396872026, -0.17634526653199478, 0.5932735942366856, -0.5068433490068565, 0.46351348819726895, 0.7753986687383563, -0.9502823456750046, 0.9583381160634216, -0.8360589095888807, 0.40925960539199463, -0.9385159534384557, 0.40775940016257295, -0.25141149928301343, 0.16096812402326258, 0.6495746539414109, 0.3977857547996133, -0.545681838612827, 0.9646124944985499, -0.24231333918233244, -0.43259284788142666, -0.8393274701768276, -0.33127948083148295, -0.44611032022295327, 0.3943740030555161, 0.29672526555196704, -0.7395920238942998, -0.970495626430256, -0.347393017962376, 0.4248497375007316, -0.051604673018833834, 0.39796665160228184, -0.30437955293664076, 0.842145525935906, 0.22583740617210799, 0.41649605147091584, -0.03395076522101792, -0.9000365234146602, 0.3932633401484091, -0.2932222613402637, 0.3296495748651884, 0.7791793651553964, 0.5518222037794628, 0.5830786231169433, -0.41118106119353165, -0.611945772778441, -0.5822211106475017, 0.1629655078640398, 0.282862910894805, -0.8648738134557259, -0.2932015443678649, 0.7865461651224042, -0.5690023102225471, -0.36057454507047193, -0.11984110423737508, 0.03640385313292589, 0.20867078087332502, -0.968464973325546, 0.43471405003579616, -0.33319046874414743, 0.7899618236975928, -0.9161586315185908, -0.5058569343430648, 0.7170335634532524, 0.5436498640976779, -0.05541257166780826, 0.7042597449246325, 0.08307126685408282, -0.4442543249084021, -0.4557177814657507, 0.3061162458165791, -0.04506008172013164, -0.9887555097406157, 0.8902432868348736, -0.14138415041781702, 0.8501854910898777, 0.669890261886757, -0.5749267887124148, 0.6751183848700968, 0.8129434261520435, 0.011664760068006317, -0.8434704577421319, 0.4497043958410921, 0.38008167876746995, 0.6258672521488264, -0.7424411322512752, -0.8903928864324805, 0.6821815921307492, -0.8959101159442167, 0.707327562187613, -0.9787377789493049, -0.8887687636553909, 0.5454036105389294, 0.8958168512593923, -0.9031449439601429, 0.06755728482540885, -0.5937871821909502, 0.12268614527357127, -0.5786869964977902, -0.03243063081241894, 0.4464819626247801, 0.31903536498407525, -0.5550232732010845, -0.8274207486459769, 0.8759316193360982, -0.9255416851069165, 0.23834308289847034, -0.47484046067121755, -0.5806195851125592, 0.1568389946507413, -0.1663453758076028, -0.6694286084179221, 0.18351126229460538, -0.09073958075434482, 0.0389745716946825, -0.9258729934471804, -0.8863875107361856, 0.8097885565425907, -0.8219394003584592, -0.40218976729777267, -0.12283576405967117, -0.32854940280110556, 0.3030176924416941, -0.9923525446351228, -0.7835019757564329]> : tensor<256xf64>}]
} {
  prim.weight @"embeddings.word_embeddings.weight" : tensor<30522x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 0, seed = 7}}
  prim.weight @"embeddings.position_embeddings.weight" : tensor<512x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 1, seed = 7}}
  prim.weight @"embeddings.token_type_embeddings.weight" : tensor<2x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 2, seed = 7}}
  prim.weight @"embeddings.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 3, seed = 7}}
  prim.weight @"embeddings.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 4, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 5, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 6, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 7, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 8, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 9, seed = 7}}
  prim.weight @"encoder.layer.0.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 10, seed = 7}}
  prim.weight @"encoder.layer.0.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 11, seed = 7}}
  prim.weight @"encoder.layer.0.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 12, seed = 7}}
  prim.weight @"encoder.layer.0.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 13, seed = 7}}
  prim.weight @"encoder.layer.0.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 14, seed = 7}}
  prim.weight @"encoder.layer.0.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 15, seed = 7}}
  prim.weight @"encoder.layer.0.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 16, seed = 7}}
  prim.weight @"encoder.layer.0.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 17, seed = 7}}
  prim.weight @"encoder.layer.0.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 18, seed = 7}}
  prim.weight @"encoder.layer.0.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 19, seed = 7}}
  prim.weight @"encoder.layer.0.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 20, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 21, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 22, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 23, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 24, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 25, seed = 7}}
  prim.weight @"encoder.layer.1.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 26, seed = 7}}
  prim.weight @"encoder.layer.1.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 27, seed = 7}}
  prim.weight @"encoder.layer.1.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 28, seed = 7}}
  prim.weight @"encoder.layer.1.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 29, seed = 7}}
  prim.weight @"encoder.layer.1.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 30, seed = 7}}
  prim.weight @"encoder.layer.1.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 31, seed = 7}}
  prim.weight @"encoder.layer.1.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 32, seed = 7}}
  prim.weight @"encoder.layer.1.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 33, seed = 7}}
  prim.weight @"encoder.layer.1.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 34, seed = 7}}
  prim.weight @"encoder.layer.1.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 35, seed = 7}}
  prim.weight @"encoder.layer.1.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 36, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 37, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 38, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 39, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 40, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 41, seed = 7}}
  prim.weight @"encoder.layer.2.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 42, seed = 7}}
  prim.weight @"encoder.layer.2.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 43, seed = 7}}
  prim.weight @"encoder.layer.2.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 44, seed = 7}}
  prim.weight @"encoder.layer.2.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 45, seed = 7}}
  prim.weight @"encoder.layer.2.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 46, seed = 7}}
  prim.weight @"encoder.layer.2.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 47, seed = 7}}
  prim.weight @"encoder.layer.2.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 48, seed = 7}}
  prim.weight @"encoder.layer.2.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 49, seed = 7}}
  prim.weight @"encoder.layer.2.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 50, seed = 7}}
  prim.weight @"encoder.layer.2.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 51, seed = 7}}
  prim.weight @"encoder.layer.2.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 52, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 53, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 54, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 55, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 56, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 57, seed = 7}}
  prim.weight @"encoder.layer.3.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 58, seed = 7}}
  prim.weight @"encoder.layer.3.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 59, seed = 7}}
  prim.weight @"encoder.layer.3.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 60, seed = 7}}
  prim.weight @"encoder.layer.3.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 61, seed = 7}}
  prim.weight @"encoder.layer.3.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 62, seed = 7}}
  prim.weight @"encoder.layer.3.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 63, seed = 7}}
  prim.weight @"encoder.layer.3.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 64, seed = 7}}
  prim.weight @"encoder.layer.3.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 65, seed = 7}}
  prim.weight @"encoder.layer.3.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 66, seed = 7}}
  prim.weight @"encoder.layer.3.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 67, seed = 7}}
  prim.weight @"encoder.layer.3.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 68, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 69, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 70, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 71, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 72, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 73, seed = 7}}
  prim.weight @"encoder.layer.4.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 74, seed = 7}}
  prim.weight @"encoder.layer.4.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 75, seed = 7}}
  prim.weight @"encoder.layer.4.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 76, seed = 7}}
  prim.weight @"encoder.layer.4.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 77, seed = 7}}
  prim.weight @"encoder.layer.4.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 78, seed = 7}}
  prim.weight @"encoder.layer.4.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 79, seed = 7}}
  prim.weight @"encoder.layer.4.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 80, seed = 7}}
  prim.weight @"encoder.layer.4.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 81, seed = 7}}
  prim.weight @"encoder.layer.4.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 82, seed = 7}}
  prim.weight @"encoder.layer.4.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 83, seed = 7}}
  prim.weight @"encoder.layer.4.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 84, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 85, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 86, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 87, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 88, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 89, seed = 7}}
  prim.weight @"encoder.layer.5.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 90, seed = 7}}
  prim.weight @"encoder.layer.5.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 91, seed = 7}}
  prim.weight @"encoder.layer.5.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 92, seed = 7}}
  prim.weight @"encoder.layer.5.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 93, seed = 7}}
  prim.weight @"encoder.layer.5.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 94, seed = 7}}
  prim.weight @"encoder.layer.5.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 95, seed = 7}}
  prim.weight @"encoder.layer.5.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 96, seed = 7}}
  prim.weight @"encoder.layer.5.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 97, seed = 7}}
  prim.weight @"encoder.layer.5.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 98, seed = 7}}
  prim.weight @"encoder.layer.5.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 99, seed = 7}}
  prim.weight @"encoder.layer.5.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 100, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 101, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 102, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 103, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 104, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 105, seed = 7}}
  prim.weight @"encoder.layer.6.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 106, seed = 7}}
  prim.weight @"encoder.layer.6.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 107, seed = 7}}
  prim.weight @"encoder.layer.6.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 108, seed = 7}}
  prim.weight @"encoder.layer.6.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 109, seed = 7}}
  prim.weight @"encoder.layer.6.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 110, seed = 7}}
  prim.weight @"encoder.layer.6.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 111, seed = 7}}
  prim.weight @"encoder.layer.6.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 112, seed = 7}}
  prim.weight @"encoder.layer.6.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 113, seed = 7}}
  prim.weight @"encoder.layer.6.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 114, seed = 7}}
  prim.weight @"encoder.layer.6.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 115, seed = 7}}
  prim.weight @"encoder.layer.6.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 116, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 117, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 118, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 119, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 120, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 121, seed = 7}}
  prim.weight @"encoder.layer.7.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 122, seed = 7}}
  prim.weight @"encoder.layer.7.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 123, seed = 7}}
  prim.weight @"encoder.layer.7.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 124, seed = 7}}
  prim.weight @"encoder.layer.7.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 125, seed = 7}}
  prim.weight @"encoder.layer.7.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 126, seed = 7}}
  prim.weight @"encoder.layer.7.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 127, seed = 7}}
  prim.weight @"encoder.layer.7.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 128, seed = 7}}
  prim.weight @"encoder.layer.7.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 129, seed = 7}}
  prim.weight @"encoder.layer.7.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 130, seed = 7}}
  prim.weight @"encoder.layer.7.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 131, seed = 7}}
  prim.weight @"encoder.layer.7.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 132, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 133, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 134, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 135, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 136, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 137, seed = 7}}
  prim.weight @"encoder.layer.8.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 138, seed = 7}}
  prim.weight @"encoder.layer.8.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 139, seed = 7}}
  prim.weight @"encoder.layer.8.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 140, seed = 7}}
  prim.weight @"encoder.layer.8.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 141, seed = 7}}
  prim.weight @"encoder.layer.8.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 142, seed = 7}}
  prim.weight @"encoder.layer.8.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 143, seed = 7}}
  prim.weight @"encoder.layer.8.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 144, seed = 7}}
  prim.weight @"encoder.layer.8.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 145, seed = 7}}
  prim.weight @"encoder.layer.8.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 146, seed = 7}}
  prim.weight @"encoder.layer.8.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 147, seed = 7}}
  prim.weight @"encoder.layer.8.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 148, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 149, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 150, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 151, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 152, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 153, seed = 7}}
  prim.weight @"encoder.layer.9.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 154, seed = 7}}
  prim.weight @"encoder.layer.9.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 155, seed = 7}}
  prim.weight @"encoder.layer.9.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 156, seed = 7}}
  prim.weight @"encoder.layer.9.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 157, seed = 7}}
  prim.weight @"encoder.layer.9.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 158, seed = 7}}
  prim.weight @"encoder.layer.9.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 159, seed = 7}}
  prim.weight @"encoder.layer.9.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 160, seed = 7}}
  prim.weight @"encoder.layer.9.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 161, seed = 7}}
  prim.weight @"encoder.layer.9.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 162, seed = 7}}
  prim.weight @"encoder.layer.9.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 163, seed = 7}}
  prim.weight @"encoder.layer.9.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 164, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 165, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 166, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 167, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 168, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 169, seed = 7}}
  prim.weight @"encoder.layer.10.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 170, seed = 7}}
  prim.weight @"encoder.layer.10.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 171, seed = 7}}
  prim.weight @"encoder.layer.10.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 172, seed = 7}}
  prim.weight @"encoder.layer.10.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 173, seed = 7}}
  prim.weight @"encoder.layer.10.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 174, seed = 7}}
  prim.weight @"encoder.layer.10.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 175, seed = 7}}
  prim.weight @"encoder.layer.10.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 176, seed = 7}}
  prim.weight @"encoder.layer.10.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 177, seed = 7}}
  prim.weight @"encoder.layer.10.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 178, seed = 7}}
  prim.weight @"encoder.layer.10.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 179, seed = 7}}
  prim.weight @"encoder.layer.10.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 180, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.query.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 181, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.query.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 182, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.key.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 183, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.key.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 184, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.value.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 185, seed = 7}}
  prim.weight @"encoder.layer.11.attention.self.value.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 186, seed = 7}}
  prim.weight @"encoder.layer.11.attention.output.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 187, seed = 7}}
  prim.weight @"encoder.layer.11.attention.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 188, seed = 7}}
  prim.weight @"encoder.layer.11.attention.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 189, seed = 7}}
  prim.weight @"encoder.layer.11.attention.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 190, seed = 7}}
  prim.weight @"encoder.layer.11.intermediate.dense.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 191, seed = 7}}
  prim.weight @"encoder.layer.11.intermediate.dense.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 192, seed = 7}}
  prim.weight @"encoder.layer.11.output.dense.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 193, seed = 7}}
  prim.weight @"encoder.layer.11.output.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 194, seed = 7}}
  prim.weight @"encoder.layer.11.output.LayerNorm.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 195, seed = 7}}
  prim.weight @"encoder.layer.11.output.LayerNorm.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 196, seed = 7}}
  prim.weight @"pooler.dense.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 197, seed = 7}}
  prim.weight @"pooler.dense.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 198, seed = 7}}
  prim.weight @"embeddings.position_ids" : tensor<1x512xi64> {init = {kind = "iota", start = 0, step = 1}}
  fx.graph @main(%input_ids: tensor<1x128xi64> {fx.name = "input_ids", tc.init = {kind = "randint", low = 0, high = 30522, stream = 900, seed = 7}}, %attention_mask: tensor<1x128xi64> {fx.name = "attention_mask", tc.init = {kind = "randint", low = 0, high = 2, stream = 901, seed = 7}}, %token_type_ids: tensor<1x128xi64> {fx.name = "token_type_ids", tc.init = {kind = "randint", low = 0, high = 2, stream = 902, seed = 7}})
      -> (tensor<1x128x768xf32>, tensor<1x768xf32>) {
    %b_embeddings_position_ids = fx.get_attr @"embeddings.position_ids" : tensor<1x512xi64>
    %slice_1 = fx.call "aten.slice.Tensor"(%b_embeddings_position_ids, 1, 0, 128) : (tensor<1x512xi64>) -> tensor<1x128xi64> loc(#loc0)
    %p_embeddings_word_embeddings_weight = fx.get_attr @"embeddings.word_embeddings.weight" : tensor<30522x768xf32>
    %embedding = fx.call "aten.embedding.default"(%p_embeddings_word_embeddings_weight, %input_ids, 0) : (tensor<30522x768xf32>, tensor<1x128xi64>) -> tensor<1x128x768xf32> loc(#loc1)
    %p_embeddings_token_type_embeddings_weight = fx.get_attr @"embeddings.token_type_embeddings.weight" : tensor<2x768xf32>
    %embedding_1 = fx.call "aten.embedding.default"(%p_embeddings_token_type_embeddings_weight, %token_type_ids) : (tensor<2x768xf32>, tensor<1x128xi64>) -> tensor<1x128x768xf32> loc(#loc2)
    %add = fx.call "aten.add.Tensor"(%embedding, %embedding_1) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc0)
    %p_embeddings_position_embeddings_weight = fx.get_attr @"embeddings.position_embeddings.weight" : tensor<512x768xf32>
    %embedding_2 = fx.call "aten.embedding.default"(%p_embeddings_position_embeddings_weight, %slice_1) : (tensor<512x768xf32>, tensor<1x128xi64>) -> tensor<1x128x768xf32> loc(#loc3)
    %add_1 = fx.call "aten.add.Tensor"(%add, %embedding_2) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc0)
    %p_embeddings_layernorm_weight = fx.get_attr @"embeddings.LayerNorm.weight" : tensor<768xf32>
    %p_embeddings_layernorm_bias = fx.get_attr @"embeddings.LayerNorm.bias" : tensor<768xf32>
    %layer_norm = fx.call "aten.layer_norm.default"(%add_1, [768], %p_embeddings_layernorm_weight, %p_embeddings_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc4)
    %dropout = fx.call "aten.dropout.default"(%layer_norm, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc5)
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
    %p_encoder_layer_0_attention_self_query_weight = fx.get_attr @"encoder.layer.0.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_0_attention_self_query_bias = fx.get_attr @"encoder.layer.0.attention.self.query.bias" : tensor<768xf32>
    %linear = fx.call "aten.linear.default"(%dropout, %p_encoder_layer_0_attention_self_query_weight, %p_encoder_layer_0_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc7)
    %view = fx.call "aten.view.default"(%linear, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc8)
    %transpose = fx.call "aten.transpose.int"(%view, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc8)
    %p_encoder_layer_0_attention_self_key_weight = fx.get_attr @"encoder.layer.0.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_0_attention_self_key_bias = fx.get_attr @"encoder.layer.0.attention.self.key.bias" : tensor<768xf32>
    %linear_1 = fx.call "aten.linear.default"(%dropout, %p_encoder_layer_0_attention_self_key_weight, %p_encoder_layer_0_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc9)
    %view_1 = fx.call "aten.view.default"(%linear_1, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc8)
    %transpose_1 = fx.call "aten.transpose.int"(%view_1, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc8)
    %p_encoder_layer_0_attention_self_value_weight = fx.get_attr @"encoder.layer.0.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_0_attention_self_value_bias = fx.get_attr @"encoder.layer.0.attention.self.value.bias" : tensor<768xf32>
    %linear_2 = fx.call "aten.linear.default"(%dropout, %p_encoder_layer_0_attention_self_value_weight, %p_encoder_layer_0_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc10)
    %view_2 = fx.call "aten.view.default"(%linear_2, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc8)
    %transpose_2 = fx.call "aten.transpose.int"(%view_2, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc8)
    %scaled_dot_product_attention = fx.call "aten.scaled_dot_product_attention.default"(%transpose, %transpose_1, %transpose_2, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc8)
    %reshape = fx.call "aten.reshape.default"(%scaled_dot_product_attention, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc8)
    %transpose_3 = fx.call "aten.transpose.int"(%reshape, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc8)
    %reshape_1 = fx.call "aten.reshape.default"(%transpose_3, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc8)
    %p_encoder_layer_0_attention_output_dense_weight = fx.get_attr @"encoder.layer.0.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_0_attention_output_dense_bias = fx.get_attr @"encoder.layer.0.attention.output.dense.bias" : tensor<768xf32>
    %linear_3 = fx.call "aten.linear.default"(%reshape_1, %p_encoder_layer_0_attention_output_dense_weight, %p_encoder_layer_0_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc11)
    %dropout_1 = fx.call "aten.dropout.default"(%linear_3, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc12)
    %add_4 = fx.call "aten.add.Tensor"(%dropout_1, %dropout) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc13)
    %p_encoder_layer_0_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.0.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_0_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.0.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_1 = fx.call "aten.layer_norm.default"(%add_4, [768], %p_encoder_layer_0_attention_output_layernorm_weight, %p_encoder_layer_0_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc14)
    %p_encoder_layer_0_intermediate_dense_weight = fx.get_attr @"encoder.layer.0.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_0_intermediate_dense_bias = fx.get_attr @"encoder.layer.0.intermediate.dense.bias" : tensor<3072xf32>
    %linear_4 = fx.call "aten.linear.default"(%layer_norm_1, %p_encoder_layer_0_intermediate_dense_weight, %p_encoder_layer_0_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc15)
    %gelu = fx.call "aten.gelu.default"(%linear_4) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc16)
    %p_encoder_layer_0_output_dense_weight = fx.get_attr @"encoder.layer.0.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_0_output_dense_bias = fx.get_attr @"encoder.layer.0.output.dense.bias" : tensor<768xf32>
    %linear_5 = fx.call "aten.linear.default"(%gelu, %p_encoder_layer_0_output_dense_weight, %p_encoder_layer_0_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc17)
    %dropout_2 = fx.call "aten.dropout.default"(%linear_5, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc18)
    %add_5 = fx.call "aten.add.Tensor"(%dropout_2, %layer_norm_1) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc19)
    %p_encoder_layer_0_output_layernorm_weight = fx.get_attr @"encoder.layer.0.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_0_output_layernorm_bias = fx.get_attr @"encoder.layer.0.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_2 = fx.call "aten.layer_norm.default"(%add_5, [768], %p_encoder_layer_0_output_layernorm_weight, %p_encoder_layer_0_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc20)
    %p_encoder_layer_1_attention_self_query_weight = fx.get_attr @"encoder.layer.1.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_1_attention_self_query_bias = fx.get_attr @"encoder.layer.1.attention.self.query.bias" : tensor<768xf32>
    %linear_6 = fx.call "aten.linear.default"(%layer_norm_2, %p_encoder_layer_1_attention_self_query_weight, %p_encoder_layer_1_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc21)
    %view_3 = fx.call "aten.view.default"(%linear_6, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc22)
    %transpose_4 = fx.call "aten.transpose.int"(%view_3, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc22)
    %p_encoder_layer_1_attention_self_key_weight = fx.get_attr @"encoder.layer.1.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_1_attention_self_key_bias = fx.get_attr @"encoder.layer.1.attention.self.key.bias" : tensor<768xf32>
    %linear_7 = fx.call "aten.linear.default"(%layer_norm_2, %p_encoder_layer_1_attention_self_key_weight, %p_encoder_layer_1_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc23)
    %view_4 = fx.call "aten.view.default"(%linear_7, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc22)
    %transpose_5 = fx.call "aten.transpose.int"(%view_4, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc22)
    %p_encoder_layer_1_attention_self_value_weight = fx.get_attr @"encoder.layer.1.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_1_attention_self_value_bias = fx.get_attr @"encoder.layer.1.attention.self.value.bias" : tensor<768xf32>
    %linear_8 = fx.call "aten.linear.default"(%layer_norm_2, %p_encoder_layer_1_attention_self_value_weight, %p_encoder_layer_1_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc24)
    %view_5 = fx.call "aten.view.default"(%linear_8, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc22)
    %transpose_6 = fx.call "aten.transpose.int"(%view_5, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc22)
    %scaled_dot_product_attention_1 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_4, %transpose_5, %transpose_6, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc22)
    %reshape_2 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_1, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc22)
    %transpose_7 = fx.call "aten.transpose.int"(%reshape_2, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc22)
    %reshape_3 = fx.call "aten.reshape.default"(%transpose_7, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc22)
    %p_encoder_layer_1_attention_output_dense_weight = fx.get_attr @"encoder.layer.1.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_1_attention_output_dense_bias = fx.get_attr @"encoder.layer.1.attention.output.dense.bias" : tensor<768xf32>
    %linear_9 = fx.call "aten.linear.default"(%reshape_3, %p_encoder_layer_1_attention_output_dense_weight, %p_encoder_layer_1_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc25)
    %dropout_3 = fx.call "aten.dropout.default"(%linear_9, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc26)
    %add_6 = fx.call "aten.add.Tensor"(%dropout_3, %layer_norm_2) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc27)
    %p_encoder_layer_1_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.1.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_1_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.1.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_3 = fx.call "aten.layer_norm.default"(%add_6, [768], %p_encoder_layer_1_attention_output_layernorm_weight, %p_encoder_layer_1_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc28)
    %p_encoder_layer_1_intermediate_dense_weight = fx.get_attr @"encoder.layer.1.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_1_intermediate_dense_bias = fx.get_attr @"encoder.layer.1.intermediate.dense.bias" : tensor<3072xf32>
    %linear_10 = fx.call "aten.linear.default"(%layer_norm_3, %p_encoder_layer_1_intermediate_dense_weight, %p_encoder_layer_1_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc29)
    %gelu_1 = fx.call "aten.gelu.default"(%linear_10) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc30)
    %p_encoder_layer_1_output_dense_weight = fx.get_attr @"encoder.layer.1.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_1_output_dense_bias = fx.get_attr @"encoder.layer.1.output.dense.bias" : tensor<768xf32>
    %linear_11 = fx.call "aten.linear.default"(%gelu_1, %p_encoder_layer_1_output_dense_weight, %p_encoder_layer_1_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc31)
    %dropout_4 = fx.call "aten.dropout.default"(%linear_11, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc32)
    %add_7 = fx.call "aten.add.Tensor"(%dropout_4, %layer_norm_3) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc33)
    %p_encoder_layer_1_output_layernorm_weight = fx.get_attr @"encoder.layer.1.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_1_output_layernorm_bias = fx.get_attr @"encoder.layer.1.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_4 = fx.call "aten.layer_norm.default"(%add_7, [768], %p_encoder_layer_1_output_layernorm_weight, %p_encoder_layer_1_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc34)
    %p_encoder_layer_2_attention_self_query_weight = fx.get_attr @"encoder.layer.2.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_2_attention_self_query_bias = fx.get_attr @"encoder.layer.2.attention.self.query.bias" : tensor<768xf32>
    %linear_12 = fx.call "aten.linear.default"(%layer_norm_4, %p_encoder_layer_2_attention_self_query_weight, %p_encoder_layer_2_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc35)
    %view_6 = fx.call "aten.view.default"(%linear_12, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc36)
    %transpose_8 = fx.call "aten.transpose.int"(%view_6, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc36)
    %p_encoder_layer_2_attention_self_key_weight = fx.get_attr @"encoder.layer.2.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_2_attention_self_key_bias = fx.get_attr @"encoder.layer.2.attention.self.key.bias" : tensor<768xf32>
    %linear_13 = fx.call "aten.linear.default"(%layer_norm_4, %p_encoder_layer_2_attention_self_key_weight, %p_encoder_layer_2_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc37)
    %view_7 = fx.call "aten.view.default"(%linear_13, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc36)
    %transpose_9 = fx.call "aten.transpose.int"(%view_7, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc36)
    %p_encoder_layer_2_attention_self_value_weight = fx.get_attr @"encoder.layer.2.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_2_attention_self_value_bias = fx.get_attr @"encoder.layer.2.attention.self.value.bias" : tensor<768xf32>
    %linear_14 = fx.call "aten.linear.default"(%layer_norm_4, %p_encoder_layer_2_attention_self_value_weight, %p_encoder_layer_2_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc38)
    %view_8 = fx.call "aten.view.default"(%linear_14, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc36)
    %transpose_10 = fx.call "aten.transpose.int"(%view_8, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc36)
    %scaled_dot_product_attention_2 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_8, %transpose_9, %transpose_10, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc36)
    %reshape_4 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_2, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc36)
    %transpose_11 = fx.call "aten.transpose.int"(%reshape_4, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc36)
    %reshape_5 = fx.call "aten.reshape.default"(%transpose_11, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc36)
    %p_encoder_layer_2_attention_output_dense_weight = fx.get_attr @"encoder.layer.2.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_2_attention_output_dense_bias = fx.get_attr @"encoder.layer.2.attention.output.dense.bias" : tensor<768xf32>
    %linear_15 = fx.call "aten.linear.default"(%reshape_5, %p_encoder_layer_2_attention_output_dense_weight, %p_encoder_layer_2_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc39)
    %dropout_5 = fx.call "aten.dropout.default"(%linear_15, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc40)
    %add_8 = fx.call "aten.add.Tensor"(%dropout_5, %layer_norm_4) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc41)
    %p_encoder_layer_2_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.2.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_2_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.2.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_5 = fx.call "aten.layer_norm.default"(%add_8, [768], %p_encoder_layer_2_attention_output_layernorm_weight, %p_encoder_layer_2_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc42)
    %p_encoder_layer_2_intermediate_dense_weight = fx.get_attr @"encoder.layer.2.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_2_intermediate_dense_bias = fx.get_attr @"encoder.layer.2.intermediate.dense.bias" : tensor<3072xf32>
    %linear_16 = fx.call "aten.linear.default"(%layer_norm_5, %p_encoder_layer_2_intermediate_dense_weight, %p_encoder_layer_2_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc43)
    %gelu_2 = fx.call "aten.gelu.default"(%linear_16) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc44)
    %p_encoder_layer_2_output_dense_weight = fx.get_attr @"encoder.layer.2.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_2_output_dense_bias = fx.get_attr @"encoder.layer.2.output.dense.bias" : tensor<768xf32>
    %linear_17 = fx.call "aten.linear.default"(%gelu_2, %p_encoder_layer_2_output_dense_weight, %p_encoder_layer_2_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc45)
    %dropout_6 = fx.call "aten.dropout.default"(%linear_17, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc46)
    %add_9 = fx.call "aten.add.Tensor"(%dropout_6, %layer_norm_5) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc47)
    %p_encoder_layer_2_output_layernorm_weight = fx.get_attr @"encoder.layer.2.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_2_output_layernorm_bias = fx.get_attr @"encoder.layer.2.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_6 = fx.call "aten.layer_norm.default"(%add_9, [768], %p_encoder_layer_2_output_layernorm_weight, %p_encoder_layer_2_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc48)
    %p_encoder_layer_3_attention_self_query_weight = fx.get_attr @"encoder.layer.3.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_3_attention_self_query_bias = fx.get_attr @"encoder.layer.3.attention.self.query.bias" : tensor<768xf32>
    %linear_18 = fx.call "aten.linear.default"(%layer_norm_6, %p_encoder_layer_3_attention_self_query_weight, %p_encoder_layer_3_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc49)
    %view_9 = fx.call "aten.view.default"(%linear_18, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc50)
    %transpose_12 = fx.call "aten.transpose.int"(%view_9, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc50)
    %p_encoder_layer_3_attention_self_key_weight = fx.get_attr @"encoder.layer.3.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_3_attention_self_key_bias = fx.get_attr @"encoder.layer.3.attention.self.key.bias" : tensor<768xf32>
    %linear_19 = fx.call "aten.linear.default"(%layer_norm_6, %p_encoder_layer_3_attention_self_key_weight, %p_encoder_layer_3_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc51)
    %view_10 = fx.call "aten.view.default"(%linear_19, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc50)
    %transpose_13 = fx.call "aten.transpose.int"(%view_10, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc50)
    %p_encoder_layer_3_attention_self_value_weight = fx.get_attr @"encoder.layer.3.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_3_attention_self_value_bias = fx.get_attr @"encoder.layer.3.attention.self.value.bias" : tensor<768xf32>
    %linear_20 = fx.call "aten.linear.default"(%layer_norm_6, %p_encoder_layer_3_attention_self_value_weight, %p_encoder_layer_3_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc52)
    %view_11 = fx.call "aten.view.default"(%linear_20, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc50)
    %transpose_14 = fx.call "aten.transpose.int"(%view_11, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc50)
    %scaled_dot_product_attention_3 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_12, %transpose_13, %transpose_14, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc50)
    %reshape_6 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_3, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc50)
    %transpose_15 = fx.call "aten.transpose.int"(%reshape_6, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc50)
    %reshape_7 = fx.call "aten.reshape.default"(%transpose_15, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc50)
    %p_encoder_layer_3_attention_output_dense_weight = fx.get_attr @"encoder.layer.3.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_3_attention_output_dense_bias = fx.get_attr @"encoder.layer.3.attention.output.dense.bias" : tensor<768xf32>
    %linear_21 = fx.call "aten.linear.default"(%reshape_7, %p_encoder_layer_3_attention_output_dense_weight, %p_encoder_layer_3_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc53)
    %dropout_7 = fx.call "aten.dropout.default"(%linear_21, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc54)
    %add_10 = fx.call "aten.add.Tensor"(%dropout_7, %layer_norm_6) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc55)
    %p_encoder_layer_3_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.3.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_3_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.3.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_7 = fx.call "aten.layer_norm.default"(%add_10, [768], %p_encoder_layer_3_attention_output_layernorm_weight, %p_encoder_layer_3_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc56)
    %p_encoder_layer_3_intermediate_dense_weight = fx.get_attr @"encoder.layer.3.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_3_intermediate_dense_bias = fx.get_attr @"encoder.layer.3.intermediate.dense.bias" : tensor<3072xf32>
    %linear_22 = fx.call "aten.linear.default"(%layer_norm_7, %p_encoder_layer_3_intermediate_dense_weight, %p_encoder_layer_3_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc57)
    %gelu_3 = fx.call "aten.gelu.default"(%linear_22) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc58)
    %p_encoder_layer_3_output_dense_weight = fx.get_attr @"encoder.layer.3.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_3_output_dense_bias = fx.get_attr @"encoder.layer.3.output.dense.bias" : tensor<768xf32>
    %linear_23 = fx.call "aten.linear.default"(%gelu_3, %p_encoder_layer_3_output_dense_weight, %p_encoder_layer_3_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc59)
    %dropout_8 = fx.call "aten.dropout.default"(%linear_23, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc60)
    %add_11 = fx.call "aten.add.Tensor"(%dropout_8, %layer_norm_7) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc61)
    %p_encoder_layer_3_output_layernorm_weight = fx.get_attr @"encoder.layer.3.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_3_output_layernorm_bias = fx.get_attr @"encoder.layer.3.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_8 = fx.call "aten.layer_norm.default"(%add_11, [768], %p_encoder_layer_3_output_layernorm_weight, %p_encoder_layer_3_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc62)
    %p_encoder_layer_4_attention_self_query_weight = fx.get_attr @"encoder.layer.4.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_4_attention_self_query_bias = fx.get_attr @"encoder.layer.4.attention.self.query.bias" : tensor<768xf32>
    %linear_24 = fx.call "aten.linear.default"(%layer_norm_8, %p_encoder_layer_4_attention_self_query_weight, %p_encoder_layer_4_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc63)
    %view_12 = fx.call "aten.view.default"(%linear_24, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc64)
    %transpose_16 = fx.call "aten.transpose.int"(%view_12, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc64)
    %p_encoder_layer_4_attention_self_key_weight = fx.get_attr @"encoder.layer.4.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_4_attention_self_key_bias = fx.get_attr @"encoder.layer.4.attention.self.key.bias" : tensor<768xf32>
    %linear_25 = fx.call "aten.linear.default"(%layer_norm_8, %p_encoder_layer_4_attention_self_key_weight, %p_encoder_layer_4_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc65)
    %view_13 = fx.call "aten.view.default"(%linear_25, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc64)
    %transpose_17 = fx.call "aten.transpose.int"(%view_13, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc64)
    %p_encoder_layer_4_attention_self_value_weight = fx.get_attr @"encoder.layer.4.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_4_attention_self_value_bias = fx.get_attr @"encoder.layer.4.attention.self.value.bias" : tensor<768xf32>
    %linear_26 = fx.call "aten.linear.default"(%layer_norm_8, %p_encoder_layer_4_attention_self_value_weight, %p_encoder_layer_4_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc66)
    %view_14 = fx.call "aten.view.default"(%linear_26, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc64)
    %transpose_18 = fx.call "aten.transpose.int"(%view_14, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc64)
    %scaled_dot_product_attention_4 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_16, %transpose_17, %transpose_18, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc64)
    %reshape_8 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_4, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc64)
    %transpose_19 = fx.call "aten.transpose.int"(%reshape_8, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc64)
    %reshape_9 = fx.call "aten.reshape.default"(%transpose_19, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc64)
    %p_encoder_layer_4_attention_output_dense_weight = fx.get_attr @"encoder.layer.4.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_4_attention_output_dense_bias = fx.get_attr @"encoder.layer.4.attention.output.dense.bias" : tensor<768xf32>
    %linear_27 = fx.call "aten.linear.default"(%reshape_9, %p_encoder_layer_4_attention_output_dense_weight, %p_encoder_layer_4_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc67)
    %dropout_9 = fx.call "aten.dropout.default"(%linear_27, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc68)
    %add_12 = fx.call "aten.add.Tensor"(%dropout_9, %layer_norm_8) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc69)
    %p_encoder_layer_4_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.4.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_4_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.4.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_9 = fx.call "aten.layer_norm.default"(%add_12, [768], %p_encoder_layer_4_attention_output_layernorm_weight, %p_encoder_layer_4_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc70)
    %p_encoder_layer_4_intermediate_dense_weight = fx.get_attr @"encoder.layer.4.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_4_intermediate_dense_bias = fx.get_attr @"encoder.layer.4.intermediate.dense.bias" : tensor<3072xf32>
    %linear_28 = fx.call "aten.linear.default"(%layer_norm_9, %p_encoder_layer_4_intermediate_dense_weight, %p_encoder_layer_4_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc71)
    %gelu_4 = fx.call "aten.gelu.default"(%linear_28) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc72)
    %p_encoder_layer_4_output_dense_weight = fx.get_attr @"encoder.layer.4.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_4_output_dense_bias = fx.get_attr @"encoder.layer.4.output.dense.bias" : tensor<768xf32>
    %linear_29 = fx.call "aten.linear.default"(%gelu_4, %p_encoder_layer_4_output_dense_weight, %p_encoder_layer_4_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc73)
    %dropout_10 = fx.call "aten.dropout.default"(%linear_29, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc74)
    %add_13 = fx.call "aten.add.Tensor"(%dropout_10, %layer_norm_9) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc75)
    %p_encoder_layer_4_output_layernorm_weight = fx.get_attr @"encoder.layer.4.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_4_output_layernorm_bias = fx.get_attr @"encoder.layer.4.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_10 = fx.call "aten.layer_norm.default"(%add_13, [768], %p_encoder_layer_4_output_layernorm_weight, %p_encoder_layer_4_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc76)
    %p_encoder_layer_5_attention_self_query_weight = fx.get_attr @"encoder.layer.5.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_5_attention_self_query_bias = fx.get_attr @"encoder.layer.5.attention.self.query.bias" : tensor<768xf32>
    %linear_30 = fx.call "aten.linear.default"(%layer_norm_10, %p_encoder_layer_5_attention_self_query_weight, %p_encoder_layer_5_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc77)
    %view_15 = fx.call "aten.view.default"(%linear_30, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc78)
    %transpose_20 = fx.call "aten.transpose.int"(%view_15, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc78)
    %p_encoder_layer_5_attention_self_key_weight = fx.get_attr @"encoder.layer.5.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_5_attention_self_key_bias = fx.get_attr @"encoder.layer.5.attention.self.key.bias" : tensor<768xf32>
    %linear_31 = fx.call "aten.linear.default"(%layer_norm_10, %p_encoder_layer_5_attention_self_key_weight, %p_encoder_layer_5_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc79)
    %view_16 = fx.call "aten.view.default"(%linear_31, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc78)
    %transpose_21 = fx.call "aten.transpose.int"(%view_16, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc78)
    %p_encoder_layer_5_attention_self_value_weight = fx.get_attr @"encoder.layer.5.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_5_attention_self_value_bias = fx.get_attr @"encoder.layer.5.attention.self.value.bias" : tensor<768xf32>
    %linear_32 = fx.call "aten.linear.default"(%layer_norm_10, %p_encoder_layer_5_attention_self_value_weight, %p_encoder_layer_5_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc80)
    %view_17 = fx.call "aten.view.default"(%linear_32, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc78)
    %transpose_22 = fx.call "aten.transpose.int"(%view_17, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc78)
    %scaled_dot_product_attention_5 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_20, %transpose_21, %transpose_22, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc78)
    %reshape_10 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_5, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc78)
    %transpose_23 = fx.call "aten.transpose.int"(%reshape_10, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc78)
    %reshape_11 = fx.call "aten.reshape.default"(%transpose_23, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc78)
    %p_encoder_layer_5_attention_output_dense_weight = fx.get_attr @"encoder.layer.5.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_5_attention_output_dense_bias = fx.get_attr @"encoder.layer.5.attention.output.dense.bias" : tensor<768xf32>
    %linear_33 = fx.call "aten.linear.default"(%reshape_11, %p_encoder_layer_5_attention_output_dense_weight, %p_encoder_layer_5_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc81)
    %dropout_11 = fx.call "aten.dropout.default"(%linear_33, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc82)
    %add_14 = fx.call "aten.add.Tensor"(%dropout_11, %layer_norm_10) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc83)
    %p_encoder_layer_5_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.5.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_5_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.5.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_11 = fx.call "aten.layer_norm.default"(%add_14, [768], %p_encoder_layer_5_attention_output_layernorm_weight, %p_encoder_layer_5_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc84)
    %p_encoder_layer_5_intermediate_dense_weight = fx.get_attr @"encoder.layer.5.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_5_intermediate_dense_bias = fx.get_attr @"encoder.layer.5.intermediate.dense.bias" : tensor<3072xf32>
    %linear_34 = fx.call "aten.linear.default"(%layer_norm_11, %p_encoder_layer_5_intermediate_dense_weight, %p_encoder_layer_5_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc85)
    %gelu_5 = fx.call "aten.gelu.default"(%linear_34) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc86)
    %p_encoder_layer_5_output_dense_weight = fx.get_attr @"encoder.layer.5.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_5_output_dense_bias = fx.get_attr @"encoder.layer.5.output.dense.bias" : tensor<768xf32>
    %linear_35 = fx.call "aten.linear.default"(%gelu_5, %p_encoder_layer_5_output_dense_weight, %p_encoder_layer_5_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc87)
    %dropout_12 = fx.call "aten.dropout.default"(%linear_35, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc88)
    %add_15 = fx.call "aten.add.Tensor"(%dropout_12, %layer_norm_11) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc89)
    %p_encoder_layer_5_output_layernorm_weight = fx.get_attr @"encoder.layer.5.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_5_output_layernorm_bias = fx.get_attr @"encoder.layer.5.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_12 = fx.call "aten.layer_norm.default"(%add_15, [768], %p_encoder_layer_5_output_layernorm_weight, %p_encoder_layer_5_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc90)
    %p_encoder_layer_6_attention_self_query_weight = fx.get_attr @"encoder.layer.6.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_6_attention_self_query_bias = fx.get_attr @"encoder.layer.6.attention.self.query.bias" : tensor<768xf32>
    %linear_36 = fx.call "aten.linear.default"(%layer_norm_12, %p_encoder_layer_6_attention_self_query_weight, %p_encoder_layer_6_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc91)
    %view_18 = fx.call "aten.view.default"(%linear_36, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc92)
    %transpose_24 = fx.call "aten.transpose.int"(%view_18, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc92)
    %p_encoder_layer_6_attention_self_key_weight = fx.get_attr @"encoder.layer.6.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_6_attention_self_key_bias = fx.get_attr @"encoder.layer.6.attention.self.key.bias" : tensor<768xf32>
    %linear_37 = fx.call "aten.linear.default"(%layer_norm_12, %p_encoder_layer_6_attention_self_key_weight, %p_encoder_layer_6_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc93)
    %view_19 = fx.call "aten.view.default"(%linear_37, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc92)
    %transpose_25 = fx.call "aten.transpose.int"(%view_19, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc92)
    %p_encoder_layer_6_attention_self_value_weight = fx.get_attr @"encoder.layer.6.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_6_attention_self_value_bias = fx.get_attr @"encoder.layer.6.attention.self.value.bias" : tensor<768xf32>
    %linear_38 = fx.call "aten.linear.default"(%layer_norm_12, %p_encoder_layer_6_attention_self_value_weight, %p_encoder_layer_6_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc94)
    %view_20 = fx.call "aten.view.default"(%linear_38, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc92)
    %transpose_26 = fx.call "aten.transpose.int"(%view_20, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc92)
    %scaled_dot_product_attention_6 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_24, %transpose_25, %transpose_26, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc92)
    %reshape_12 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_6, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc92)
    %transpose_27 = fx.call "aten.transpose.int"(%reshape_12, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc92)
    %reshape_13 = fx.call "aten.reshape.default"(%transpose_27, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc92)
    %p_encoder_layer_6_attention_output_dense_weight = fx.get_attr @"encoder.layer.6.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_6_attention_output_dense_bias = fx.get_attr @"encoder.layer.6.attention.output.dense.bias" : tensor<768xf32>
    %linear_39 = fx.call "aten.linear.default"(%reshape_13, %p_encoder_layer_6_attention_output_dense_weight, %p_encoder_layer_6_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc95)
    %dropout_13 = fx.call "aten.dropout.default"(%linear_39, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc96)
    %add_16 = fx.call "aten.add.Tensor"(%dropout_13, %layer_norm_12) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc97)
    %p_encoder_layer_6_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.6.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_6_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.6.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_13 = fx.call "aten.layer_norm.default"(%add_16, [768], %p_encoder_layer_6_attention_output_layernorm_weight, %p_encoder_layer_6_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc98)
    %p_encoder_layer_6_intermediate_dense_weight = fx.get_attr @"encoder.layer.6.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_6_intermediate_dense_bias = fx.get_attr @"encoder.layer.6.intermediate.dense.bias" : tensor<3072xf32>
    %linear_40 = fx.call "aten.linear.default"(%layer_norm_13, %p_encoder_layer_6_intermediate_dense_weight, %p_encoder_layer_6_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc99)
    %gelu_6 = fx.call "aten.gelu.default"(%linear_40) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc100)
    %p_encoder_layer_6_output_dense_weight = fx.get_attr @"encoder.layer.6.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_6_output_dense_bias = fx.get_attr @"encoder.layer.6.output.dense.bias" : tensor<768xf32>
    %linear_41 = fx.call "aten.linear.default"(%gelu_6, %p_encoder_layer_6_output_dense_weight, %p_encoder_layer_6_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc101)
    %dropout_14 = fx.call "aten.dropout.default"(%linear_41, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc102)
    %add_17 = fx.call "aten.add.Tensor"(%dropout_14, %layer_norm_13) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc103)
    %p_encoder_layer_6_output_layernorm_weight = fx.get_attr @"encoder.layer.6.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_6_output_layernorm_bias = fx.get_attr @"encoder.layer.6.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_14 = fx.call "aten.layer_norm.default"(%add_17, [768], %p_encoder_layer_6_output_layernorm_weight, %p_encoder_layer_6_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc104)
    %p_encoder_layer_7_attention_self_query_weight = fx.get_attr @"encoder.layer.7.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_7_attention_self_query_bias = fx.get_attr @"encoder.layer.7.attention.self.query.bias" : tensor<768xf32>
    %linear_42 = fx.call "aten.linear.default"(%layer_norm_14, %p_encoder_layer_7_attention_self_query_weight, %p_encoder_layer_7_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc105)
    %view_21 = fx.call "aten.view.default"(%linear_42, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc106)
    %transpose_28 = fx.call "aten.transpose.int"(%view_21, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc106)
    %p_encoder_layer_7_attention_self_key_weight = fx.get_attr @"encoder.layer.7.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_7_attention_self_key_bias = fx.get_attr @"encoder.layer.7.attention.self.key.bias" : tensor<768xf32>
    %linear_43 = fx.call "aten.linear.default"(%layer_norm_14, %p_encoder_layer_7_attention_self_key_weight, %p_encoder_layer_7_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc107)
    %view_22 = fx.call "aten.view.default"(%linear_43, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc106)
    %transpose_29 = fx.call "aten.transpose.int"(%view_22, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc106)
    %p_encoder_layer_7_attention_self_value_weight = fx.get_attr @"encoder.layer.7.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_7_attention_self_value_bias = fx.get_attr @"encoder.layer.7.attention.self.value.bias" : tensor<768xf32>
    %linear_44 = fx.call "aten.linear.default"(%layer_norm_14, %p_encoder_layer_7_attention_self_value_weight, %p_encoder_layer_7_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc108)
    %view_23 = fx.call "aten.view.default"(%linear_44, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc106)
    %transpose_30 = fx.call "aten.transpose.int"(%view_23, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc106)
    %scaled_dot_product_attention_7 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_28, %transpose_29, %transpose_30, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc106)
    %reshape_14 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_7, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc106)
    %transpose_31 = fx.call "aten.transpose.int"(%reshape_14, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc106)
    %reshape_15 = fx.call "aten.reshape.default"(%transpose_31, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc106)
    %p_encoder_layer_7_attention_output_dense_weight = fx.get_attr @"encoder.layer.7.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_7_attention_output_dense_bias = fx.get_attr @"encoder.layer.7.attention.output.dense.bias" : tensor<768xf32>
    %linear_45 = fx.call "aten.linear.default"(%reshape_15, %p_encoder_layer_7_attention_output_dense_weight, %p_encoder_layer_7_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc109)
    %dropout_15 = fx.call "aten.dropout.default"(%linear_45, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc110)
    %add_18 = fx.call "aten.add.Tensor"(%dropout_15, %layer_norm_14) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc111)
    %p_encoder_layer_7_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.7.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_7_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.7.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_15 = fx.call "aten.layer_norm.default"(%add_18, [768], %p_encoder_layer_7_attention_output_layernorm_weight, %p_encoder_layer_7_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc112)
    %p_encoder_layer_7_intermediate_dense_weight = fx.get_attr @"encoder.layer.7.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_7_intermediate_dense_bias = fx.get_attr @"encoder.layer.7.intermediate.dense.bias" : tensor<3072xf32>
    %linear_46 = fx.call "aten.linear.default"(%layer_norm_15, %p_encoder_layer_7_intermediate_dense_weight, %p_encoder_layer_7_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc113)
    %gelu_7 = fx.call "aten.gelu.default"(%linear_46) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc114)
    %p_encoder_layer_7_output_dense_weight = fx.get_attr @"encoder.layer.7.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_7_output_dense_bias = fx.get_attr @"encoder.layer.7.output.dense.bias" : tensor<768xf32>
    %linear_47 = fx.call "aten.linear.default"(%gelu_7, %p_encoder_layer_7_output_dense_weight, %p_encoder_layer_7_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc115)
    %dropout_16 = fx.call "aten.dropout.default"(%linear_47, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc116)
    %add_19 = fx.call "aten.add.Tensor"(%dropout_16, %layer_norm_15) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc117)
    %p_encoder_layer_7_output_layernorm_weight = fx.get_attr @"encoder.layer.7.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_7_output_layernorm_bias = fx.get_attr @"encoder.layer.7.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_16 = fx.call "aten.layer_norm.default"(%add_19, [768], %p_encoder_layer_7_output_layernorm_weight, %p_encoder_layer_7_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc118)
    %p_encoder_layer_8_attention_self_query_weight = fx.get_attr @"encoder.layer.8.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_8_attention_self_query_bias = fx.get_attr @"encoder.layer.8.attention.self.query.bias" : tensor<768xf32>
    %linear_48 = fx.call "aten.linear.default"(%layer_norm_16, %p_encoder_layer_8_attention_self_query_weight, %p_encoder_layer_8_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc119)
    %view_24 = fx.call "aten.view.default"(%linear_48, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc120)
    %transpose_32 = fx.call "aten.transpose.int"(%view_24, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc120)
    %p_encoder_layer_8_attention_self_key_weight = fx.get_attr @"encoder.layer.8.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_8_attention_self_key_bias = fx.get_attr @"encoder.layer.8.attention.self.key.bias" : tensor<768xf32>
    %linear_49 = fx.call "aten.linear.default"(%layer_norm_16, %p_encoder_layer_8_attention_self_key_weight, %p_encoder_layer_8_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc121)
    %view_25 = fx.call "aten.view.default"(%linear_49, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc120)
    %transpose_33 = fx.call "aten.transpose.int"(%view_25, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc120)
    %p_encoder_layer_8_attention_self_value_weight = fx.get_attr @"encoder.layer.8.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_8_attention_self_value_bias = fx.get_attr @"encoder.layer.8.attention.self.value.bias" : tensor<768xf32>
    %linear_50 = fx.call "aten.linear.default"(%layer_norm_16, %p_encoder_layer_8_attention_self_value_weight, %p_encoder_layer_8_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc122)
    %view_26 = fx.call "aten.view.default"(%linear_50, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc120)
    %transpose_34 = fx.call "aten.transpose.int"(%view_26, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc120)
    %scaled_dot_product_attention_8 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_32, %transpose_33, %transpose_34, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc120)
    %reshape_16 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_8, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc120)
    %transpose_35 = fx.call "aten.transpose.int"(%reshape_16, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc120)
    %reshape_17 = fx.call "aten.reshape.default"(%transpose_35, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc120)
    %p_encoder_layer_8_attention_output_dense_weight = fx.get_attr @"encoder.layer.8.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_8_attention_output_dense_bias = fx.get_attr @"encoder.layer.8.attention.output.dense.bias" : tensor<768xf32>
    %linear_51 = fx.call "aten.linear.default"(%reshape_17, %p_encoder_layer_8_attention_output_dense_weight, %p_encoder_layer_8_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc123)
    %dropout_17 = fx.call "aten.dropout.default"(%linear_51, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc124)
    %add_20 = fx.call "aten.add.Tensor"(%dropout_17, %layer_norm_16) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc125)
    %p_encoder_layer_8_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.8.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_8_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.8.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_17 = fx.call "aten.layer_norm.default"(%add_20, [768], %p_encoder_layer_8_attention_output_layernorm_weight, %p_encoder_layer_8_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc126)
    %p_encoder_layer_8_intermediate_dense_weight = fx.get_attr @"encoder.layer.8.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_8_intermediate_dense_bias = fx.get_attr @"encoder.layer.8.intermediate.dense.bias" : tensor<3072xf32>
    %linear_52 = fx.call "aten.linear.default"(%layer_norm_17, %p_encoder_layer_8_intermediate_dense_weight, %p_encoder_layer_8_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc127)
    %gelu_8 = fx.call "aten.gelu.default"(%linear_52) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc128)
    %p_encoder_layer_8_output_dense_weight = fx.get_attr @"encoder.layer.8.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_8_output_dense_bias = fx.get_attr @"encoder.layer.8.output.dense.bias" : tensor<768xf32>
    %linear_53 = fx.call "aten.linear.default"(%gelu_8, %p_encoder_layer_8_output_dense_weight, %p_encoder_layer_8_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc129)
    %dropout_18 = fx.call "aten.dropout.default"(%linear_53, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc130)
    %add_21 = fx.call "aten.add.Tensor"(%dropout_18, %layer_norm_17) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc131)
    %p_encoder_layer_8_output_layernorm_weight = fx.get_attr @"encoder.layer.8.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_8_output_layernorm_bias = fx.get_attr @"encoder.layer.8.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_18 = fx.call "aten.layer_norm.default"(%add_21, [768], %p_encoder_layer_8_output_layernorm_weight, %p_encoder_layer_8_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc132)
    %p_encoder_layer_9_attention_self_query_weight = fx.get_attr @"encoder.layer.9.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_9_attention_self_query_bias = fx.get_attr @"encoder.layer.9.attention.self.query.bias" : tensor<768xf32>
    %linear_54 = fx.call "aten.linear.default"(%layer_norm_18, %p_encoder_layer_9_attention_self_query_weight, %p_encoder_layer_9_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc133)
    %view_27 = fx.call "aten.view.default"(%linear_54, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc134)
    %transpose_36 = fx.call "aten.transpose.int"(%view_27, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc134)
    %p_encoder_layer_9_attention_self_key_weight = fx.get_attr @"encoder.layer.9.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_9_attention_self_key_bias = fx.get_attr @"encoder.layer.9.attention.self.key.bias" : tensor<768xf32>
    %linear_55 = fx.call "aten.linear.default"(%layer_norm_18, %p_encoder_layer_9_attention_self_key_weight, %p_encoder_layer_9_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc135)
    %view_28 = fx.call "aten.view.default"(%linear_55, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc134)
    %transpose_37 = fx.call "aten.transpose.int"(%view_28, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc134)
    %p_encoder_layer_9_attention_self_value_weight = fx.get_attr @"encoder.layer.9.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_9_attention_self_value_bias = fx.get_attr @"encoder.layer.9.attention.self.value.bias" : tensor<768xf32>
    %linear_56 = fx.call "aten.linear.default"(%layer_norm_18, %p_encoder_layer_9_attention_self_value_weight, %p_encoder_layer_9_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc136)
    %view_29 = fx.call "aten.view.default"(%linear_56, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc134)
    %transpose_38 = fx.call "aten.transpose.int"(%view_29, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc134)
    %scaled_dot_product_attention_9 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_36, %transpose_37, %transpose_38, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc134)
    %reshape_18 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_9, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc134)
    %transpose_39 = fx.call "aten.transpose.int"(%reshape_18, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc134)
    %reshape_19 = fx.call "aten.reshape.default"(%transpose_39, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc134)
    %p_encoder_layer_9_attention_output_dense_weight = fx.get_attr @"encoder.layer.9.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_9_attention_output_dense_bias = fx.get_attr @"encoder.layer.9.attention.output.dense.bias" : tensor<768xf32>
    %linear_57 = fx.call "aten.linear.default"(%reshape_19, %p_encoder_layer_9_attention_output_dense_weight, %p_encoder_layer_9_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc137)
    %dropout_19 = fx.call "aten.dropout.default"(%linear_57, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc138)
    %add_22 = fx.call "aten.add.Tensor"(%dropout_19, %layer_norm_18) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc139)
    %p_encoder_layer_9_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.9.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_9_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.9.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_19 = fx.call "aten.layer_norm.default"(%add_22, [768], %p_encoder_layer_9_attention_output_layernorm_weight, %p_encoder_layer_9_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc140)
    %p_encoder_layer_9_intermediate_dense_weight = fx.get_attr @"encoder.layer.9.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_9_intermediate_dense_bias = fx.get_attr @"encoder.layer.9.intermediate.dense.bias" : tensor<3072xf32>
    %linear_58 = fx.call "aten.linear.default"(%layer_norm_19, %p_encoder_layer_9_intermediate_dense_weight, %p_encoder_layer_9_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc141)
    %gelu_9 = fx.call "aten.gelu.default"(%linear_58) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc142)
    %p_encoder_layer_9_output_dense_weight = fx.get_attr @"encoder.layer.9.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_9_output_dense_bias = fx.get_attr @"encoder.layer.9.output.dense.bias" : tensor<768xf32>
    %linear_59 = fx.call "aten.linear.default"(%gelu_9, %p_encoder_layer_9_output_dense_weight, %p_encoder_layer_9_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc143)
    %dropout_20 = fx.call "aten.dropout.default"(%linear_59, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc144)
    %add_23 = fx.call "aten.add.Tensor"(%dropout_20, %layer_norm_19) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc145)
    %p_encoder_layer_9_output_layernorm_weight = fx.get_attr @"encoder.layer.9.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_9_output_layernorm_bias = fx.get_attr @"encoder.layer.9.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_20 = fx.call "aten.layer_norm.default"(%add_23, [768], %p_encoder_layer_9_output_layernorm_weight, %p_encoder_layer_9_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc146)
    %p_encoder_layer_10_attention_self_query_weight = fx.get_attr @"encoder.layer.10.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_10_attention_self_query_bias = fx.get_attr @"encoder.layer.10.attention.self.query.bias" : tensor<768xf32>
    %linear_60 = fx.call "aten.linear.default"(%layer_norm_20, %p_encoder_layer_10_attention_self_query_weight, %p_encoder_layer_10_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc147)
    %view_30 = fx.call "aten.view.default"(%linear_60, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc148)
    %transpose_40 = fx.call "aten.transpose.int"(%view_30, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc148)
    %p_encoder_layer_10_attention_self_key_weight = fx.get_attr @"encoder.layer.10.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_10_attention_self_key_bias = fx.get_attr @"encoder.layer.10.attention.self.key.bias" : tensor<768xf32>
    %linear_61 = fx.call "aten.linear.default"(%layer_norm_20, %p_encoder_layer_10_attention_self_key_weight, %p_encoder_layer_10_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc149)
    %view_31 = fx.call "aten.view.default"(%linear_61, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc148)
    %transpose_41 = fx.call "aten.transpose.int"(%view_31, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc148)
    %p_encoder_layer_10_attention_self_value_weight = fx.get_attr @"encoder.layer.10.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_10_attention_self_value_bias = fx.get_attr @"encoder.layer.10.attention.self.value.bias" : tensor<768xf32>
    %linear_62 = fx.call "aten.linear.default"(%layer_norm_20, %p_encoder_layer_10_attention_self_value_weight, %p_encoder_layer_10_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc150)
    %view_32 = fx.call "aten.view.default"(%linear_62, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc148)
    %transpose_42 = fx.call "aten.transpose.int"(%view_32, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc148)
    %scaled_dot_product_attention_10 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_40, %transpose_41, %transpose_42, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc148)
    %reshape_20 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_10, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc148)
    %transpose_43 = fx.call "aten.transpose.int"(%reshape_20, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc148)
    %reshape_21 = fx.call "aten.reshape.default"(%transpose_43, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc148)
    %p_encoder_layer_10_attention_output_dense_weight = fx.get_attr @"encoder.layer.10.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_10_attention_output_dense_bias = fx.get_attr @"encoder.layer.10.attention.output.dense.bias" : tensor<768xf32>
    %linear_63 = fx.call "aten.linear.default"(%reshape_21, %p_encoder_layer_10_attention_output_dense_weight, %p_encoder_layer_10_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc151)
    %dropout_21 = fx.call "aten.dropout.default"(%linear_63, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc152)
    %add_24 = fx.call "aten.add.Tensor"(%dropout_21, %layer_norm_20) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc153)
    %p_encoder_layer_10_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.10.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_10_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.10.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_21 = fx.call "aten.layer_norm.default"(%add_24, [768], %p_encoder_layer_10_attention_output_layernorm_weight, %p_encoder_layer_10_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc154)
    %p_encoder_layer_10_intermediate_dense_weight = fx.get_attr @"encoder.layer.10.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_10_intermediate_dense_bias = fx.get_attr @"encoder.layer.10.intermediate.dense.bias" : tensor<3072xf32>
    %linear_64 = fx.call "aten.linear.default"(%layer_norm_21, %p_encoder_layer_10_intermediate_dense_weight, %p_encoder_layer_10_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc155)
    %gelu_10 = fx.call "aten.gelu.default"(%linear_64) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc156)
    %p_encoder_layer_10_output_dense_weight = fx.get_attr @"encoder.layer.10.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_10_output_dense_bias = fx.get_attr @"encoder.layer.10.output.dense.bias" : tensor<768xf32>
    %linear_65 = fx.call "aten.linear.default"(%gelu_10, %p_encoder_layer_10_output_dense_weight, %p_encoder_layer_10_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc157)
    %dropout_22 = fx.call "aten.dropout.default"(%linear_65, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc158)
    %add_25 = fx.call "aten.add.Tensor"(%dropout_22, %layer_norm_21) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc159)
    %p_encoder_layer_10_output_layernorm_weight = fx.get_attr @"encoder.layer.10.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_10_output_layernorm_bias = fx.get_attr @"encoder.layer.10.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_22 = fx.call "aten.layer_norm.default"(%add_25, [768], %p_encoder_layer_10_output_layernorm_weight, %p_encoder_layer_10_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc160)
    %p_encoder_layer_11_attention_self_query_weight = fx.get_attr @"encoder.layer.11.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_11_attention_self_query_bias = fx.get_attr @"encoder.layer.11.attention.self.query.bias" : tensor<768xf32>
    %linear_66 = fx.call "aten.linear.default"(%layer_norm_22, %p_encoder_layer_11_attention_self_query_weight, %p_encoder_layer_11_attention_self_query_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc161)
    %view_33 = fx.call "aten.view.default"(%linear_66, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc162)
    %transpose_44 = fx.call "aten.transpose.int"(%view_33, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc162)
    %p_encoder_layer_11_attention_self_key_weight = fx.get_attr @"encoder.layer.11.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_11_attention_self_key_bias = fx.get_attr @"encoder.layer.11.attention.self.key.bias" : tensor<768xf32>
    %linear_67 = fx.call "aten.linear.default"(%layer_norm_22, %p_encoder_layer_11_attention_self_key_weight, %p_encoder_layer_11_attention_self_key_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc163)
    %view_34 = fx.call "aten.view.default"(%linear_67, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc162)
    %transpose_45 = fx.call "aten.transpose.int"(%view_34, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc162)
    %p_encoder_layer_11_attention_self_value_weight = fx.get_attr @"encoder.layer.11.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_11_attention_self_value_bias = fx.get_attr @"encoder.layer.11.attention.self.value.bias" : tensor<768xf32>
    %linear_68 = fx.call "aten.linear.default"(%layer_norm_22, %p_encoder_layer_11_attention_self_value_weight, %p_encoder_layer_11_attention_self_value_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc164)
    %view_35 = fx.call "aten.view.default"(%linear_68, [1, 128, -1, 64]) : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32> loc(#loc162)
    %transpose_46 = fx.call "aten.transpose.int"(%view_35, 1, 2) : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc162)
    %scaled_dot_product_attention_11 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_44, %transpose_45, %transpose_46, %expand, scale = 0.125) : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>, tensor<1x1x128x128xi1>) -> tensor<1x12x128x64xf32> loc(#loc162)
    %reshape_22 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_11, [1, -1, 128, 64]) : (tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> loc(#loc162)
    %transpose_47 = fx.call "aten.transpose.int"(%reshape_22, 1, 2) : (tensor<1x12x128x64xf32>) -> tensor<1x128x12x64xf32> loc(#loc162)
    %reshape_23 = fx.call "aten.reshape.default"(%transpose_47, [1, 128, -1]) : (tensor<1x128x12x64xf32>) -> tensor<1x128x768xf32> loc(#loc162)
    %p_encoder_layer_11_attention_output_dense_weight = fx.get_attr @"encoder.layer.11.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_11_attention_output_dense_bias = fx.get_attr @"encoder.layer.11.attention.output.dense.bias" : tensor<768xf32>
    %linear_69 = fx.call "aten.linear.default"(%reshape_23, %p_encoder_layer_11_attention_output_dense_weight, %p_encoder_layer_11_attention_output_dense_bias) : (tensor<1x128x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc165)
    %dropout_23 = fx.call "aten.dropout.default"(%linear_69, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc166)
    %add_26 = fx.call "aten.add.Tensor"(%dropout_23, %layer_norm_22) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc167)
    %p_encoder_layer_11_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.11.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_11_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.11.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_23 = fx.call "aten.layer_norm.default"(%add_26, [768], %p_encoder_layer_11_attention_output_layernorm_weight, %p_encoder_layer_11_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc168)
    %p_encoder_layer_11_intermediate_dense_weight = fx.get_attr @"encoder.layer.11.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_11_intermediate_dense_bias = fx.get_attr @"encoder.layer.11.intermediate.dense.bias" : tensor<3072xf32>
    %linear_70 = fx.call "aten.linear.default"(%layer_norm_23, %p_encoder_layer_11_intermediate_dense_weight, %p_encoder_layer_11_intermediate_dense_bias) : (tensor<1x128x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<1x128x3072xf32> loc(#loc169)
    %gelu_11 = fx.call "aten.gelu.default"(%linear_70) : (tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32> loc(#loc170)
    %p_encoder_layer_11_output_dense_weight = fx.get_attr @"encoder.layer.11.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_11_output_dense_bias = fx.get_attr @"encoder.layer.11.output.dense.bias" : tensor<768xf32>
    %linear_71 = fx.call "aten.linear.default"(%gelu_11, %p_encoder_layer_11_output_dense_weight, %p_encoder_layer_11_output_dense_bias) : (tensor<1x128x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc171)
    %dropout_24 = fx.call "aten.dropout.default"(%linear_71, 0.1, false) : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc172)
    %add_27 = fx.call "aten.add.Tensor"(%dropout_24, %layer_norm_23) : (tensor<1x128x768xf32>, tensor<1x128x768xf32>) -> tensor<1x128x768xf32> loc(#loc173)
    %p_encoder_layer_11_output_layernorm_weight = fx.get_attr @"encoder.layer.11.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_11_output_layernorm_bias = fx.get_attr @"encoder.layer.11.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_24 = fx.call "aten.layer_norm.default"(%add_27, [768], %p_encoder_layer_11_output_layernorm_weight, %p_encoder_layer_11_output_layernorm_bias, 1.0e-12, false) : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32> loc(#loc174)
    %select = fx.call "aten.select.int"(%layer_norm_24, 1, 0) : (tensor<1x128x768xf32>) -> tensor<1x768xf32> loc(#loc175)
    %p_pooler_dense_weight = fx.get_attr @"pooler.dense.weight" : tensor<768x768xf32>
    %p_pooler_dense_bias = fx.get_attr @"pooler.dense.bias" : tensor<768xf32>
    %linear_72 = fx.call "aten.linear.default"(%select, %p_pooler_dense_weight, %p_pooler_dense_bias) : (tensor<1x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<1x768xf32> loc(#loc176)
    %tanh = fx.call "aten.tanh.default"(%linear_72) : (tensor<1x768xf32>) -> tensor<1x768xf32> loc(#loc177)
    fx.output %layer_norm_24, %tanh : tensor<1x128x768xf32>, tensor<1x768xf32>
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
