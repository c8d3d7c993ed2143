module attributes {
  tc.version = "0.1",
  tc.model = "bert_dynamic",
  tc.sizes = {b = 3, s = 50},
  tc.expected = [{shape = [3, 50, 768], dtype = f32, sum = 155.42830910744033, norm = 343.5367213795307, eager_error = 4.6793214355273985e-07, eager_max = 2.3171493815365984e-06, samples = dense<[1.0995639302970024, 0.35438303972442375, 0.18147743706666605, -1.2215185432666387, 0.6675271450232413, 0.1782611437387634, 0.88700295724978, -1.3360295917645213, 1.1580248116679186, -0.6099580987045531, 1.3657018411986077, -1.7348592096951443, -0.48364679480870276, -1.2210614061726364, 0.07231344772360301, 1.2376058670437318, 0.0762942287701266, 0.439272785103888, -0.006700420467335858, 0.840525292213898, 1.12191207960275, -0.41547254178913445, 0.7289119738419085, -0.8330127658949495, -0.8630321316932621, -0.08643269127126915, 0.6628992961341197, 0.3133134143036949, -1.2541568767050648, -1.954075153675783, 2.66143903718232, 0.03251802925551298, -0.638519323135789, -1.1510283349248709, 0.7397389231069493, -0.0960765539064419, 0.18154530070268737, 1.97114801995616, -0.22540057785106046, -0.7994403531077813, 2.5132356082582175, -0.43295322945081055, 0.1727804738874972, 0.9811746287291307, -1.3703374460828013, -1.1684083235477432, 1.7223786155000624, -0.7136311686229709, -0.24005463486248554, -0.03347220281967455, -0.7950815054518013, 1.6917781818850472, -0.7461558163835923, 0.9111170506921139, 0.9747422474567795, -0.37204302156684843, 1.700067022481017, -1.9680249892453532, -0.35872478939927605, -0.5325725131662401, -1.801402450883875, 1.113290921736787, 0.7471020667141338, -0.02859449261215365, 0.22743598791007136, 1.3431758985548012, 0.7855664407501403, -1.7712664642103975, -1.052984799869379, 0.14864623649626202, -1.3834899793800637, -1.2759538500661178, 1.367345019430028, 0.2282399720844732, -2.868262350412711, -0.9125613411595621, -0.3432297078549486, 1.405106641180986, 0.4109752158586142, 0.39257265535448677, -1.5986979287412248, 0.4115384513346814, -0.8214050312529868, 0.5803208828403743, 0.7172283796489984, -0.13333994914414438, -1.345255524884312, -0.32368985545661183, -0.6249687785726867, 0.49129624506960085, 1.778958836172227, -0.9694617174026677, 0.03257143151287992, 1.280643575355161, 1.3070780736777938, 0.3646522124113702, -1.3522407474926357, -0.8497629383747359, 0.8542335222236082, -0.47554218374231944, 0.9213413251417135, 0.19548987092078482, 2.1196996399596544, -0.2555031371842054, 1.4868565135125464, -1.2365437800284262, -0.28852098135637194, 0.7944051369938476, -0.9227835592283171, 0.5271461179579714, -1.2815332811155669, -0.325273526333964, 1.0628033148331562, -0.25099076038768414, 0.7130414215300803, 0.5258456296992015, 1.308012608261191, 0.14652542631428692, 0.6787774020070884, 0.8552852031833779, -1.5931455920273805, 1.6209648866576976, 0.9805963885868717, 1.1394552466418744, 0.15734672095709978, -0.7111177656843369, 1.488172455822044, 0.781149122102443, 1.4414964903899288, 0.9171507021199686, 0.4929807691570723, -1.0724583983522842, 0.5436901298921901, 0.19540354917333919, 0.712132900803485, -1.1225135661082255, 1.6254505128359644, -0.17620984311447047, 1.170531404057656, -1.522795060636473, -0.5978779126271582, -1.2619191701214247, 0.4992593291107372, 1.503451716262077, -0.28645134426162305, 0.20370412920953257, 0.14759730966520826, 0.5878085932861732, 1.0663829666755487, -0.48647220391300156, 0.2761735705187465, -0.7233651503632873, -1.0601064718069468, -0.35821666594988455, 0.2409474473202288, -0.3342808575725378, -1.3130648579810504, -1.9131326892928202, 3.148429417840594, 0.47529681096021503, -0.7040639877379761, -1.5347393838120043, 0.40206042941591014, -0.005477841908910126, 0.6621416127139593, 2.2660357545185748, -0.0982932123590322, -0.6040625297029691, 2.1377271323300935, -0.3958627244426683, -0.08876590344114835, 1.1590387880111572, -0.9033235728332294, -0.9496756670433991, 2.2696463900074706, -1.029597510943688, -0.34324679854192863, 0.31298197138606115, -0.6225190862016093, 1.266647916552182, -0.5755153426979965, 0.9027135704480822, 0.5721673066581598, -0.8116092103209624, 1.9063795632788327, -1.9790533352317843, -0.16493007597899664, -0.5179420377956607, -1.7126104249739669, 0.7337042953248644, 0.05804539417823937, -0.1596394882227282, 0.07934851221779178, 1.5947345468356169, 0.26953980070275746, -2.1232950592554904, -1.0630994445368642, 0.26626065090444234, -1.6909575380574002, -0.6886887869193548, 1.544740034524843, 0.22265587734075437, -2.7322660107629924, -0.8074952161309181, -0.41855019324844617, 1.5091200849064474, 0.17028855733561604, 0.7603558058464162, -1.587712622196153, 0.17229413742454952, -1.0089060886782968, 0.9757327022722303, 0.9511910809044886, -0.24510905354879975, -1.6567469131232426, -0.6474312181175143, -0.8881687795182683, 0.3700237331574312, 1.5287397239663134, -1.0304274743448392, 0.2729446309516825, 1.2906698886505839, 0.9237574407112054, 1.2136261677277602, -1.2807986800694486, -1.0055131349153166, 0.9718158107637145, -0.5519052955128051, 1.0065308943014226, 0.10577528210587794, 1.8524449295352519, 0.07879328979680385, 1.5037504634763397, -0.9265826720842317, -0.7012056243828392, 0.5163426365941035, -0.577753067345921, 0.3828256166456617, -1.230632345901757, -0.7242809937620398, 0.5512914929134235, -0.30284797590478507, 0.6887297356223195, 0.4595631927594869, 1.8597494012127347, 0.6607473543275616, 0.7395709939776557, 0.8758623041777759, -1.8797394884185183, 1.7116342283976795, 1.4365875591627641, 0.6811249028844998, -0.20943442920891195, -0.8055761097439078, 1.5536190399106486, 0.40819372600469594]> : tensor<256xf64>}, {shape = [3, 768], dtype = f32, sum = -11.318848856000319, norm = 30.3248402189592, eager_error = 5.704776558965712e-07, eager_max = 1.6191705068391293e-06, samples = dense<[0.0766138919216723, 0.9228976675680383, -0.17809783247646319, 0.6638461839249785, 0.4955406199878196, -0.24020304426148453, 0.1488849011099403, 0.042372051638397364, -0.38686962769903166, 0.6078433521862825, 0.628113827038612, -0.7938189862662801, 0.8849665652603005, -0.5165301914703883, -0.7546761130198255, -0.3512180842056795, 0.5394351844465932, 0.8129310675321689, 0.6686554094232061, -0.4645360537350666, -0.21283391022877912, 0.8748977615369892, -0.9405850055101135, 0.503106682216451, 0.949832210577339, 0.9188537609533286, 0.22002808967025328, -0.7405755098830685, -0.017460398359346454, -0.8317993851253391, -0.18135393607357753, 0.8158816782123988, -0.5243700971413261, 0.8049979260850786, -0.8431377668261922, 0.11802833097588564, 0.1476054939603945, 0.943923749377748, -0.3012338023452826, 0.7376577503772693, 0.692965374785014, 0.920323968861981, -0.1043927011424437, 0.8032301578167715, 0.3651710057010423, -0.5791398723898558, -0.9224541592089818, 0.34288307320858497, -0.008882541918077018, 0.41908075791751886, -0.23751081060021123, -0.32414718708320645, 0.3587646707302351, -0.4468271232760379, 0.16391888598758947, 0.3354738153313386, -0.8826843434462197, 0.18459687886187368, 0.38143992974518737, -0.7966732280189248, -0.8818949746021566, -0.35745813749251376, 0.16685168706726533, 0.7692319415946826, -0.9461135086223184, 0.5445994173542889, -0.14954651570389157, 0.2910506095432994, 0.8885133866222185, 0.7787025599843004, 0.8840050283065856, 0.526401020115627, -0.8205367019190062, -0.9522305736412605, -0.888429279949972, -0.8765760184957089, -0.006300529448415852, 0.1678902269105161, -0.9081775266873582, 0.32337587690171987, 0.31699022951433914, -0.024125917354385646, -0.9279687484471182, -0.9358914555147495, -0.5893836705865072, -0.8804835966345302, 0.7563454420669011, 0.4877954848642985, 0.6715335835762136, 0.9677273165656292, 0.9229133922815037, -0.9538705853600384, 0.935402904202885, 0.42151344246027134, 0.994113337010756, 0.6914455057558436, -0.8791671321934831, 0.8790654856768233, -0.7046185308640794, 0.9039904287353334, -0.6220078117040866, 0.807820404217167, 0.5687752221976261, 0.013686678994963525, 0.8604507105797856, -0.8215613863285707, 0.9438152699554542, 0.5529416604568228, 0.48848031728369257, 0.17957899816090042, 0.7622478217764969, 0.5036487255629922, -0.7950466829595874, -0.906303034883448, 0.9352260092020236, 0.7392305047378886, -0.6212328970098159, 0.23092844692599412, -0.6409541378717062, 0.05435127574945014, 0.9823805951645348, -0.7184150861882566, -0.5829318489167307, -0.17825294821582077, 0.3168374217404105, 0.3059806926549128, -0.4228008924201166, 0.14720924648980052, -0.4560785255169838, 0.6592756004934436, 0.639037637448663, 0.7284060453226626, -0.8920311996055336, 0.8090717857542955, 0.6412994732307719, 0.9741190957948468, -0.8477673363865573, 0.5245105064756106, -0.9699275019080209, -0.26790095626110866, 0.7920054293715574, 0.05381284398856232, -0.5438328390951565, 0.25577022721501325, -0.4618716301899117, 0.11141403135459058, 0.8908308626669798, -0.12793989757427335, -0.9707340030489767, 0.7876055384088826, 0.7512523248027994, 0.7560871924661023, -0.40196636726047535, -0.980338057464641, 0.7582202783344164, 0.7381329280653836, -0.8801555641207919, 0.3845159923089868, 0.6849432560754006, -0.9788200722293928, 0.9370027685918133, -0.5593284921038713, -0.04149412617549888, -0.5384916607817127, -0.8565582407192458, -0.6876598232854736, -0.36822489225658955, 0.41225066833214324, 0.7235296997223662, 0.022453105913833114, -0.9912992291920034, -0.14326185508328004, 0.6224163854771407, -0.8810609834604666, 0.8829623405061898, -0.1179749069789391, 0.8295862298382396, -0.7322377687638993, -0.04468274545632926, 0.28299024073094076, -0.30399174882988045, 0.9613760688419142, 0.4347218861186619, -0.2961938574985318, 0.16385175132502916, 0.87889020579296, -0.771008916146267, 0.9439555409672619, -0.29434788937978984, -0.11939608067074844, -0.6358394902186862, -0.368017032093962, -0.9373188983955714, 0.6360254427712306, -0.8968063625891364, 0.8921818256603345, 0.8970288430468621, 0.17507840119864193, 0.24558063390782722, -0.2083560282191148, 0.6532765351809775, -0.8796416703744301, 0.5738888287059044, 0.8653873486486843, 0.8523985440427658, 0.837550651452424, 0.6219825197488396, -0.10233221680841681, 0.4669243562223873, 0.3235942934602055, 0.5770177878475222, 0.6507750585482054, 0.8617265703817495, -0.13109889717113857, -0.3737507104734973, -0.22469442635645115, 0.338162254883719, 0.9825704415680802, -0.9677251115761835, -0.06676079770622716, -0.6334935180688451, -0.38191750075554287, -0.30689764826253385, -0.5818457060152685, 0.4099647609061933, -0.25745559492616016, 0.4061191808932325, 0.5626783641917956, 0.45050244632902775, -0.16902010019555228, 0.4010316612231715, -0.4114984010046763, -0.2154399459265322, 0.4390775536760756, -0.02207946346249505, -0.6348239832776171, 0.05094632253835623, -0.5510574813909227, -0.08083483938885962, -0.24072321916240935, -0.7295850751272454, 0.08595208433815352, 0.4685828381481691, -0.8271572683977032, 0.8610291667121257, 0.06096669500320123, -0.09679441746584824, -0.64029994824741, 0.26245078981518016, 0.6942030066431976, -0.706965171461146, 0.013561593416230184, -0.07721736100955912, -0.8424841328545777, -0.2188475270575236, 0.5640068842207476]> : tensor<256xf64>}]
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
  fx.graph @main(%input_ids: tensor<?x?xi64, #tc.dims<[b, s]>> {fx.name = "input_ids", tc.init = {kind = "randint", low = 0, high = 30522, stream = 900, seed = 7}}, %attention_mask: tensor<?x?xi64, #tc.dims<[b, s]>> {fx.name = "attention_mask", tc.init = {kind = "randint", low = 0, high = 2, stream = 901, seed = 7}}, %token_type_ids: tensor<?x?xi64, #tc.dims<[b, s]>> {fx.name = "token_type_ids", tc.init = {kind = "randint", low = 0, high = 2, stream = 902, seed = 7}})
      -> (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x768xf32, #tc.dims<[b, 768]>>) {
    fx.guard #tc.size<1> "le" #tc.size<b>
    fx.guard #tc.size<1> "le" #tc.size<s>
    fx.guard #tc.size<s> "le" #tc.size<512>
    %b_embeddings_position_ids = fx.get_attr @"embeddings.position_ids" : tensor<1x512xi64>
    %slice_1 = fx.call "aten.slice.Tensor"(%b_embeddings_position_ids, 1, 0, #tc.size<s>) : (tensor<1x512xi64>) -> tensor<1x?xi64, #tc.dims<[1, s]>> loc(#loc0)
    %p_embeddings_word_embeddings_weight = fx.get_attr @"embeddings.word_embeddings.weight" : tensor<30522x768xf32>
    %embedding = fx.call "aten.embedding.default"(%p_embeddings_word_embeddings_weight, %input_ids, 0) : (tensor<30522x768xf32>, tensor<?x?xi64, #tc.dims<[b, s]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc1)
    %p_embeddings_token_type_embeddings_weight = fx.get_attr @"embeddings.token_type_embeddings.weight" : tensor<2x768xf32>
    %embedding_1 = fx.call "aten.embedding.default"(%p_embeddings_token_type_embeddings_weight, %token_type_ids) : (tensor<2x768xf32>, tensor<?x?xi64, #tc.dims<[b, s]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc2)
    %add_1 = fx.call "aten.add.Tensor"(%embedding, %embedding_1) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc0)
    %p_embeddings_position_embeddings_weight = fx.get_attr @"embeddings.position_embeddings.weight" : tensor<512x768xf32>
    %embedding_2 = fx.call "aten.embedding.default"(%p_embeddings_position_embeddings_weight, %slice_1) : (tensor<512x768xf32>, tensor<1x?xi64, #tc.dims<[1, s]>>) -> tensor<1x?x768xf32, #tc.dims<[1, s, 768]>> loc(#loc3)
    %add_2 = fx.call "aten.add.Tensor"(%add_1, %embedding_2) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<1x?x768xf32, #tc.dims<[1, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc0)
    %p_embeddings_layernorm_weight = fx.get_attr @"embeddings.LayerNorm.weight" : tensor<768xf32>
    %p_embeddings_layernorm_bias = fx.get_attr @"embeddings.LayerNorm.bias" : tensor<768xf32>
    %layer_norm = fx.call "aten.layer_norm.default"(%add_2, [768], %p_embeddings_layernorm_weight, %p_embeddings_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc4)
    %dropout = fx.call "aten.dropout.default"(%layer_norm, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc5)
    fx.call "aten._assert_tensor_metadata.default"(%attention_mask, dtype = i64, device = "cpu", layout = "strided") : (tensor<?x?xi64, #tc.dims<[b, s]>>) -> () loc(#loc6)
    %to = fx.call "aten.to.device"(%attention_mask, "cpu", i1) : (tensor<?x?xi64, #tc.dims<[b, s]>>) -> tensor<?x?xi1, #tc.dims<[b, s]>> loc(#loc6)
    %arange = fx.call "aten.arange.default"(#tc.size<b>, device = "cpu", pin_memory = false) : () -> tensor<?xi64, #tc.dims<[b]>> loc(#loc6)
    %arange_1 = fx.call "aten.arange.default"(1, device = "cpu", pin_memory = false) : () -> tensor<1xi64> loc(#loc6)
    %arange_2 = fx.call "aten.arange.default"(#tc.size<s>, device = "cpu", pin_memory = false) : () -> tensor<?xi64, #tc.dims<[s]>> loc(#loc6)
    %add_4 = fx.call "aten.add.Tensor"(%arange_2, 0) : (tensor<?xi64, #tc.dims<[s]>>) -> tensor<?xi64, #tc.dims<[s]>> loc(#loc6)
    %arange_3 = fx.call "aten.arange.default"(#tc.size<s>, device = "cpu", pin_memory = false) : () -> tensor<?xi64, #tc.dims<[s]>> loc(#loc6)
    %add_5 = fx.call "aten.add.Tensor"(%arange_3, 0) : (tensor<?xi64, #tc.dims<[s]>>) -> tensor<?xi64, #tc.dims<[s]>> loc(#loc6)
    %slice_2 = fx.call "aten.slice.Tensor"(%arange, 0, 0, 9223372036854775807) : (tensor<?xi64, #tc.dims<[b]>>) -> tensor<?xi64, #tc.dims<[b]>> loc(#loc6)
    %unsqueeze = fx.call "aten.unsqueeze.default"(%slice_2, 1) : (tensor<?xi64, #tc.dims<[b]>>) -> tensor<?x1xi64, #tc.dims<[b, 1]>> loc(#loc6)
    %unsqueeze_1 = fx.call "aten.unsqueeze.default"(%unsqueeze, 2) : (tensor<?x1xi64, #tc.dims<[b, 1]>>) -> tensor<?x1x1xi64, #tc.dims<[b, 1, 1]>> loc(#loc6)
    %unsqueeze_2 = fx.call "aten.unsqueeze.default"(%unsqueeze_1, 3) : (tensor<?x1x1xi64, #tc.dims<[b, 1, 1]>>) -> tensor<?x1x1x1xi64, #tc.dims<[b, 1, 1, 1]>> loc(#loc6)
    %unsqueeze_3 = fx.call "aten.unsqueeze.default"(%arange_1, 0) : (tensor<1xi64>) -> tensor<1x1xi64> loc(#loc6)
    %unsqueeze_4 = fx.call "aten.unsqueeze.default"(%unsqueeze_3, 2) : (tensor<1x1xi64>) -> tensor<1x1x1xi64> loc(#loc6)
    %unsqueeze_5 = fx.call "aten.unsqueeze.default"(%unsqueeze_4, 3) : (tensor<1x1x1xi64>) -> tensor<1x1x1x1xi64> loc(#loc6)
    %unsqueeze_6 = fx.call "aten.unsqueeze.default"(%add_4, 0) : (tensor<?xi64, #tc.dims<[s]>>) -> tensor<1x?xi64, #tc.dims<[1, s]>> loc(#loc6)
    %unsqueeze_7 = fx.call "aten.unsqueeze.default"(%unsqueeze_6, 1) : (tensor<1x?xi64, #tc.dims<[1, s]>>) -> tensor<1x1x?xi64, #tc.dims<[1, 1, s]>> loc(#loc6)
    %unsqueeze_8 = fx.call "aten.unsqueeze.default"(%unsqueeze_7, 3) : (tensor<1x1x?xi64, #tc.dims<[1, 1, s]>>) -> tensor<1x1x?x1xi64, #tc.dims<[1, 1, s, 1]>> loc(#loc6)
    %unsqueeze_9 = fx.call "aten.unsqueeze.default"(%add_5, 0) : (tensor<?xi64, #tc.dims<[s]>>) -> tensor<1x?xi64, #tc.dims<[1, s]>> loc(#loc6)
    %unsqueeze_10 = fx.call "aten.unsqueeze.default"(%unsqueeze_9, 1) : (tensor<1x?xi64, #tc.dims<[1, s]>>) -> tensor<1x1x?xi64, #tc.dims<[1, 1, s]>> loc(#loc6)
    %unsqueeze_11 = fx.call "aten.unsqueeze.default"(%unsqueeze_10, 2) : (tensor<1x1x?xi64, #tc.dims<[1, 1, s]>>) -> tensor<1x1x1x?xi64, #tc.dims<[1, 1, 1, s]>> loc(#loc6)
    %new_ones = fx.call "aten.new_ones.default"(%unsqueeze_8, [], dtype = i1, pin_memory = false) : (tensor<1x1x?x1xi64, #tc.dims<[1, 1, s, 1]>>) -> tensor<i1> loc(#loc6)
    %ge = fx.call "aten.ge.Scalar"(%unsqueeze_8, 0) : (tensor<1x1x?x1xi64, #tc.dims<[1, 1, s, 1]>>) -> tensor<1x1x?x1xi1, #tc.dims<[1, 1, s, 1]>> loc(#loc6)
    fx.call "aten._assert_tensor_metadata.default"(%ge, dtype = i1, device = "cpu", layout = "strided") : (tensor<1x1x?x1xi1, #tc.dims<[1, 1, s, 1]>>) -> () loc(#loc6)
    %to_1 = fx.call "aten.to.dtype_layout"(%ge, dtype = i1, layout = "strided", device = "cpu") : (tensor<1x1x?x1xi1, #tc.dims<[1, 1, s, 1]>>) -> tensor<1x1x?x1xi1, #tc.dims<[1, 1, s, 1]>> loc(#loc6)
    %and_1 = fx.call "aten.__and__.Tensor"(%new_ones, %to_1) : (tensor<i1>, tensor<1x1x?x1xi1, #tc.dims<[1, 1, s, 1]>>) -> tensor<1x1x?x1xi1, #tc.dims<[1, 1, s, 1]>> loc(#loc6)
    %index = fx.call "aten.index.Tensor"(%to, [%unsqueeze_2, %unsqueeze_11]) : (tensor<?x?xi1, #tc.dims<[b, s]>>, tensor<?x1x1x1xi64, #tc.dims<[b, 1, 1, 1]>>, tensor<1x1x1x?xi64, #tc.dims<[1, 1, 1, s]>>) -> tensor<?x1x1x?xi1, #tc.dims<[b, 1, 1, s]>> loc(#loc6)
    fx.call "aten._assert_tensor_metadata.default"(%index, dtype = i1, device = "cpu", layout = "strided") : (tensor<?x1x1x?xi1, #tc.dims<[b, 1, 1, s]>>) -> () loc(#loc6)
    %to_2 = fx.call "aten.to.dtype_layout"(%index, dtype = i1, layout = "strided", device = "cpu") : (tensor<?x1x1x?xi1, #tc.dims<[b, 1, 1, s]>>) -> tensor<?x1x1x?xi1, #tc.dims<[b, 1, 1, s]>> loc(#loc6)
    %and_2 = fx.call "aten.__and__.Tensor"(%and_1, %to_2) : (tensor<1x1x?x1xi1, #tc.dims<[1, 1, s, 1]>>, tensor<?x1x1x?xi1, #tc.dims<[b, 1, 1, s]>>) -> tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>> loc(#loc6)
    %expand = fx.call "aten.expand.default"(%and_2, [#tc.size<b>, -1, #tc.size<s>, #tc.size<s>]) : (tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>> loc(#loc6)
    %p_encoder_layer_0_attention_self_query_weight = fx.get_attr @"encoder.layer.0.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_0_attention_self_query_bias = fx.get_attr @"encoder.layer.0.attention.self.query.bias" : tensor<768xf32>
    %linear = fx.call "aten.linear.default"(%dropout, %p_encoder_layer_0_attention_self_query_weight, %p_encoder_layer_0_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc7)
    %view = fx.call "aten.view.default"(%linear, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc8)
    %transpose = fx.call "aten.transpose.int"(%view, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc8)
    %p_encoder_layer_0_attention_self_key_weight = fx.get_attr @"encoder.layer.0.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_0_attention_self_key_bias = fx.get_attr @"encoder.layer.0.attention.self.key.bias" : tensor<768xf32>
    %linear_1 = fx.call "aten.linear.default"(%dropout, %p_encoder_layer_0_attention_self_key_weight, %p_encoder_layer_0_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc9)
    %view_1 = fx.call "aten.view.default"(%linear_1, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc8)
    %transpose_1 = fx.call "aten.transpose.int"(%view_1, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc8)
    %p_encoder_layer_0_attention_self_value_weight = fx.get_attr @"encoder.layer.0.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_0_attention_self_value_bias = fx.get_attr @"encoder.layer.0.attention.self.value.bias" : tensor<768xf32>
    %linear_2 = fx.call "aten.linear.default"(%dropout, %p_encoder_layer_0_attention_self_value_weight, %p_encoder_layer_0_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc10)
    %view_2 = fx.call "aten.view.default"(%linear_2, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc8)
    %transpose_2 = fx.call "aten.transpose.int"(%view_2, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc8)
    %scaled_dot_product_attention = fx.call "aten.scaled_dot_product_attention.default"(%transpose, %transpose_1, %transpose_2, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc8)
    %reshape = fx.call "aten.reshape.default"(%scaled_dot_product_attention, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc8)
    %transpose_3 = fx.call "aten.transpose.int"(%reshape, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc8)
    %reshape_1 = fx.call "aten.reshape.default"(%transpose_3, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc8)
    %p_encoder_layer_0_attention_output_dense_weight = fx.get_attr @"encoder.layer.0.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_0_attention_output_dense_bias = fx.get_attr @"encoder.layer.0.attention.output.dense.bias" : tensor<768xf32>
    %linear_3 = fx.call "aten.linear.default"(%reshape_1, %p_encoder_layer_0_attention_output_dense_weight, %p_encoder_layer_0_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc11)
    %dropout_1 = fx.call "aten.dropout.default"(%linear_3, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc12)
    %add_6 = fx.call "aten.add.Tensor"(%dropout_1, %dropout) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc13)
    %p_encoder_layer_0_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.0.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_0_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.0.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_1 = fx.call "aten.layer_norm.default"(%add_6, [768], %p_encoder_layer_0_attention_output_layernorm_weight, %p_encoder_layer_0_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc14)
    %p_encoder_layer_0_intermediate_dense_weight = fx.get_attr @"encoder.layer.0.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_0_intermediate_dense_bias = fx.get_attr @"encoder.layer.0.intermediate.dense.bias" : tensor<3072xf32>
    %linear_4 = fx.call "aten.linear.default"(%layer_norm_1, %p_encoder_layer_0_intermediate_dense_weight, %p_encoder_layer_0_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc15)
    %gelu = fx.call "aten.gelu.default"(%linear_4) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc16)
    %p_encoder_layer_0_output_dense_weight = fx.get_attr @"encoder.layer.0.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_0_output_dense_bias = fx.get_attr @"encoder.layer.0.output.dense.bias" : tensor<768xf32>
    %linear_5 = fx.call "aten.linear.default"(%gelu, %p_encoder_layer_0_output_dense_weight, %p_encoder_layer_0_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc17)
    %dropout_2 = fx.call "aten.dropout.default"(%linear_5, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc18)
    %add_7 = fx.call "aten.add.Tensor"(%dropout_2, %layer_norm_1) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc19)
    %p_encoder_layer_0_output_layernorm_weight = fx.get_attr @"encoder.layer.0.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_0_output_layernorm_bias = fx.get_attr @"encoder.layer.0.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_2 = fx.call "aten.layer_norm.default"(%add_7, [768], %p_encoder_layer_0_output_layernorm_weight, %p_encoder_layer_0_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc20)
    %p_encoder_layer_1_attention_self_query_weight = fx.get_attr @"encoder.layer.1.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_1_attention_self_query_bias = fx.get_attr @"encoder.layer.1.attention.self.query.bias" : tensor<768xf32>
    %linear_6 = fx.call "aten.linear.default"(%layer_norm_2, %p_encoder_layer_1_attention_self_query_weight, %p_encoder_layer_1_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc21)
    %view_3 = fx.call "aten.view.default"(%linear_6, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc22)
    %transpose_4 = fx.call "aten.transpose.int"(%view_3, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc22)
    %p_encoder_layer_1_attention_self_key_weight = fx.get_attr @"encoder.layer.1.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_1_attention_self_key_bias = fx.get_attr @"encoder.layer.1.attention.self.key.bias" : tensor<768xf32>
    %linear_7 = fx.call "aten.linear.default"(%layer_norm_2, %p_encoder_layer_1_attention_self_key_weight, %p_encoder_layer_1_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc23)
    %view_4 = fx.call "aten.view.default"(%linear_7, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc22)
    %transpose_5 = fx.call "aten.transpose.int"(%view_4, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc22)
    %p_encoder_layer_1_attention_self_value_weight = fx.get_attr @"encoder.layer.1.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_1_attention_self_value_bias = fx.get_attr @"encoder.layer.1.attention.self.value.bias" : tensor<768xf32>
    %linear_8 = fx.call "aten.linear.default"(%layer_norm_2, %p_encoder_layer_1_attention_self_value_weight, %p_encoder_layer_1_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc24)
    %view_5 = fx.call "aten.view.default"(%linear_8, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc22)
    %transpose_6 = fx.call "aten.transpose.int"(%view_5, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc22)
    %scaled_dot_product_attention_1 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_4, %transpose_5, %transpose_6, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc22)
    %reshape_2 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_1, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc22)
    %transpose_7 = fx.call "aten.transpose.int"(%reshape_2, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc22)
    %reshape_3 = fx.call "aten.reshape.default"(%transpose_7, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc22)
    %p_encoder_layer_1_attention_output_dense_weight = fx.get_attr @"encoder.layer.1.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_1_attention_output_dense_bias = fx.get_attr @"encoder.layer.1.attention.output.dense.bias" : tensor<768xf32>
    %linear_9 = fx.call "aten.linear.default"(%reshape_3, %p_encoder_layer_1_attention_output_dense_weight, %p_encoder_layer_1_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc25)
    %dropout_3 = fx.call "aten.dropout.default"(%linear_9, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc26)
    %add_8 = fx.call "aten.add.Tensor"(%dropout_3, %layer_norm_2) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc27)
    %p_encoder_layer_1_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.1.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_1_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.1.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_3 = fx.call "aten.layer_norm.default"(%add_8, [768], %p_encoder_layer_1_attention_output_layernorm_weight, %p_encoder_layer_1_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc28)
    %p_encoder_layer_1_intermediate_dense_weight = fx.get_attr @"encoder.layer.1.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_1_intermediate_dense_bias = fx.get_attr @"encoder.layer.1.intermediate.dense.bias" : tensor<3072xf32>
    %linear_10 = fx.call "aten.linear.default"(%layer_norm_3, %p_encoder_layer_1_intermediate_dense_weight, %p_encoder_layer_1_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc29)
    %gelu_1 = fx.call "aten.gelu.default"(%linear_10) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc30)
    %p_encoder_layer_1_output_dense_weight = fx.get_attr @"encoder.layer.1.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_1_output_dense_bias = fx.get_attr @"encoder.layer.1.output.dense.bias" : tensor<768xf32>
    %linear_11 = fx.call "aten.linear.default"(%gelu_1, %p_encoder_layer_1_output_dense_weight, %p_encoder_layer_1_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc31)
    %dropout_4 = fx.call "aten.dropout.default"(%linear_11, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc32)
    %add_9 = fx.call "aten.add.Tensor"(%dropout_4, %layer_norm_3) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc33)
    %p_encoder_layer_1_output_layernorm_weight = fx.get_attr @"encoder.layer.1.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_1_output_layernorm_bias = fx.get_attr @"encoder.layer.1.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_4 = fx.call "aten.layer_norm.default"(%add_9, [768], %p_encoder_layer_1_output_layernorm_weight, %p_encoder_layer_1_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc34)
    %p_encoder_layer_2_attention_self_query_weight = fx.get_attr @"encoder.layer.2.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_2_attention_self_query_bias = fx.get_attr @"encoder.layer.2.attention.self.query.bias" : tensor<768xf32>
    %linear_12 = fx.call "aten.linear.default"(%layer_norm_4, %p_encoder_layer_2_attention_self_query_weight, %p_encoder_layer_2_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc35)
    %view_6 = fx.call "aten.view.default"(%linear_12, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc36)
    %transpose_8 = fx.call "aten.transpose.int"(%view_6, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc36)
    %p_encoder_layer_2_attention_self_key_weight = fx.get_attr @"encoder.layer.2.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_2_attention_self_key_bias = fx.get_attr @"encoder.layer.2.attention.self.key.bias" : tensor<768xf32>
    %linear_13 = fx.call "aten.linear.default"(%layer_norm_4, %p_encoder_layer_2_attention_self_key_weight, %p_encoder_layer_2_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc37)
    %view_7 = fx.call "aten.view.default"(%linear_13, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc36)
    %transpose_9 = fx.call "aten.transpose.int"(%view_7, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc36)
    %p_encoder_layer_2_attention_self_value_weight = fx.get_attr @"encoder.layer.2.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_2_attention_self_value_bias = fx.get_attr @"encoder.layer.2.attention.self.value.bias" : tensor<768xf32>
    %linear_14 = fx.call "aten.linear.default"(%layer_norm_4, %p_encoder_layer_2_attention_self_value_weight, %p_encoder_layer_2_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc38)
    %view_8 = fx.call "aten.view.default"(%linear_14, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc36)
    %transpose_10 = fx.call "aten.transpose.int"(%view_8, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc36)
    %scaled_dot_product_attention_2 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_8, %transpose_9, %transpose_10, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc36)
    %reshape_4 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_2, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc36)
    %transpose_11 = fx.call "aten.transpose.int"(%reshape_4, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc36)
    %reshape_5 = fx.call "aten.reshape.default"(%transpose_11, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc36)
    %p_encoder_layer_2_attention_output_dense_weight = fx.get_attr @"encoder.layer.2.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_2_attention_output_dense_bias = fx.get_attr @"encoder.layer.2.attention.output.dense.bias" : tensor<768xf32>
    %linear_15 = fx.call "aten.linear.default"(%reshape_5, %p_encoder_layer_2_attention_output_dense_weight, %p_encoder_layer_2_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc39)
    %dropout_5 = fx.call "aten.dropout.default"(%linear_15, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc40)
    %add_10 = fx.call "aten.add.Tensor"(%dropout_5, %layer_norm_4) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc41)
    %p_encoder_layer_2_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.2.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_2_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.2.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_5 = fx.call "aten.layer_norm.default"(%add_10, [768], %p_encoder_layer_2_attention_output_layernorm_weight, %p_encoder_layer_2_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc42)
    %p_encoder_layer_2_intermediate_dense_weight = fx.get_attr @"encoder.layer.2.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_2_intermediate_dense_bias = fx.get_attr @"encoder.layer.2.intermediate.dense.bias" : tensor<3072xf32>
    %linear_16 = fx.call "aten.linear.default"(%layer_norm_5, %p_encoder_layer_2_intermediate_dense_weight, %p_encoder_layer_2_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc43)
    %gelu_2 = fx.call "aten.gelu.default"(%linear_16) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc44)
    %p_encoder_layer_2_output_dense_weight = fx.get_attr @"encoder.layer.2.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_2_output_dense_bias = fx.get_attr @"encoder.layer.2.output.dense.bias" : tensor<768xf32>
    %linear_17 = fx.call "aten.linear.default"(%gelu_2, %p_encoder_layer_2_output_dense_weight, %p_encoder_layer_2_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc45)
    %dropout_6 = fx.call "aten.dropout.default"(%linear_17, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc46)
    %add_11 = fx.call "aten.add.Tensor"(%dropout_6, %layer_norm_5) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc47)
    %p_encoder_layer_2_output_layernorm_weight = fx.get_attr @"encoder.layer.2.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_2_output_layernorm_bias = fx.get_attr @"encoder.layer.2.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_6 = fx.call "aten.layer_norm.default"(%add_11, [768], %p_encoder_layer_2_output_layernorm_weight, %p_encoder_layer_2_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc48)
    %p_encoder_layer_3_attention_self_query_weight = fx.get_attr @"encoder.layer.3.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_3_attention_self_query_bias = fx.get_attr @"encoder.layer.3.attention.self.query.bias" : tensor<768xf32>
    %linear_18 = fx.call "aten.linear.default"(%layer_norm_6, %p_encoder_layer_3_attention_self_query_weight, %p_encoder_layer_3_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc49)
    %view_9 = fx.call "aten.view.default"(%linear_18, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc50)
    %transpose_12 = fx.call "aten.transpose.int"(%view_9, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc50)
    %p_encoder_layer_3_attention_self_key_weight = fx.get_attr @"encoder.layer.3.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_3_attention_self_key_bias = fx.get_attr @"encoder.layer.3.attention.self.key.bias" : tensor<768xf32>
    %linear_19 = fx.call "aten.linear.default"(%layer_norm_6, %p_encoder_layer_3_attention_self_key_weight, %p_encoder_layer_3_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc51)
    %view_10 = fx.call "aten.view.default"(%linear_19, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc50)
    %transpose_13 = fx.call "aten.transpose.int"(%view_10, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc50)
    %p_encoder_layer_3_attention_self_value_weight = fx.get_attr @"encoder.layer.3.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_3_attention_self_value_bias = fx.get_attr @"encoder.layer.3.attention.self.value.bias" : tensor<768xf32>
    %linear_20 = fx.call "aten.linear.default"(%layer_norm_6, %p_encoder_layer_3_attention_self_value_weight, %p_encoder_layer_3_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc52)
    %view_11 = fx.call "aten.view.default"(%linear_20, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc50)
    %transpose_14 = fx.call "aten.transpose.int"(%view_11, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc50)
    %scaled_dot_product_attention_3 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_12, %transpose_13, %transpose_14, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc50)
    %reshape_6 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_3, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc50)
    %transpose_15 = fx.call "aten.transpose.int"(%reshape_6, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc50)
    %reshape_7 = fx.call "aten.reshape.default"(%transpose_15, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc50)
    %p_encoder_layer_3_attention_output_dense_weight = fx.get_attr @"encoder.layer.3.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_3_attention_output_dense_bias = fx.get_attr @"encoder.layer.3.attention.output.dense.bias" : tensor<768xf32>
    %linear_21 = fx.call "aten.linear.default"(%reshape_7, %p_encoder_layer_3_attention_output_dense_weight, %p_encoder_layer_3_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc53)
    %dropout_7 = fx.call "aten.dropout.default"(%linear_21, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc54)
    %add_12 = fx.call "aten.add.Tensor"(%dropout_7, %layer_norm_6) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc55)
    %p_encoder_layer_3_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.3.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_3_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.3.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_7 = fx.call "aten.layer_norm.default"(%add_12, [768], %p_encoder_layer_3_attention_output_layernorm_weight, %p_encoder_layer_3_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc56)
    %p_encoder_layer_3_intermediate_dense_weight = fx.get_attr @"encoder.layer.3.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_3_intermediate_dense_bias = fx.get_attr @"encoder.layer.3.intermediate.dense.bias" : tensor<3072xf32>
    %linear_22 = fx.call "aten.linear.default"(%layer_norm_7, %p_encoder_layer_3_intermediate_dense_weight, %p_encoder_layer_3_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc57)
    %gelu_3 = fx.call "aten.gelu.default"(%linear_22) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc58)
    %p_encoder_layer_3_output_dense_weight = fx.get_attr @"encoder.layer.3.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_3_output_dense_bias = fx.get_attr @"encoder.layer.3.output.dense.bias" : tensor<768xf32>
    %linear_23 = fx.call "aten.linear.default"(%gelu_3, %p_encoder_layer_3_output_dense_weight, %p_encoder_layer_3_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc59)
    %dropout_8 = fx.call "aten.dropout.default"(%linear_23, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc60)
    %add_13 = fx.call "aten.add.Tensor"(%dropout_8, %layer_norm_7) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc61)
    %p_encoder_layer_3_output_layernorm_weight = fx.get_attr @"encoder.layer.3.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_3_output_layernorm_bias = fx.get_attr @"encoder.layer.3.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_8 = fx.call "aten.layer_norm.default"(%add_13, [768], %p_encoder_layer_3_output_layernorm_weight, %p_encoder_layer_3_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc62)
    %p_encoder_layer_4_attention_self_query_weight = fx.get_attr @"encoder.layer.4.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_4_attention_self_query_bias = fx.get_attr @"encoder.layer.4.attention.self.query.bias" : tensor<768xf32>
    %linear_24 = fx.call "aten.linear.default"(%layer_norm_8, %p_encoder_layer_4_attention_self_query_weight, %p_encoder_layer_4_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc63)
    %view_12 = fx.call "aten.view.default"(%linear_24, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc64)
    %transpose_16 = fx.call "aten.transpose.int"(%view_12, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc64)
    %p_encoder_layer_4_attention_self_key_weight = fx.get_attr @"encoder.layer.4.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_4_attention_self_key_bias = fx.get_attr @"encoder.layer.4.attention.self.key.bias" : tensor<768xf32>
    %linear_25 = fx.call "aten.linear.default"(%layer_norm_8, %p_encoder_layer_4_attention_self_key_weight, %p_encoder_layer_4_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc65)
    %view_13 = fx.call "aten.view.default"(%linear_25, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc64)
    %transpose_17 = fx.call "aten.transpose.int"(%view_13, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc64)
    %p_encoder_layer_4_attention_self_value_weight = fx.get_attr @"encoder.layer.4.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_4_attention_self_value_bias = fx.get_attr @"encoder.layer.4.attention.self.value.bias" : tensor<768xf32>
    %linear_26 = fx.call "aten.linear.default"(%layer_norm_8, %p_encoder_layer_4_attention_self_value_weight, %p_encoder_layer_4_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc66)
    %view_14 = fx.call "aten.view.default"(%linear_26, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc64)
    %transpose_18 = fx.call "aten.transpose.int"(%view_14, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc64)
    %scaled_dot_product_attention_4 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_16, %transpose_17, %transpose_18, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc64)
    %reshape_8 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_4, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc64)
    %transpose_19 = fx.call "aten.transpose.int"(%reshape_8, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc64)
    %reshape_9 = fx.call "aten.reshape.default"(%transpose_19, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc64)
    %p_encoder_layer_4_attention_output_dense_weight = fx.get_attr @"encoder.layer.4.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_4_attention_output_dense_bias = fx.get_attr @"encoder.layer.4.attention.output.dense.bias" : tensor<768xf32>
    %linear_27 = fx.call "aten.linear.default"(%reshape_9, %p_encoder_layer_4_attention_output_dense_weight, %p_encoder_layer_4_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc67)
    %dropout_9 = fx.call "aten.dropout.default"(%linear_27, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc68)
    %add_14 = fx.call "aten.add.Tensor"(%dropout_9, %layer_norm_8) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc69)
    %p_encoder_layer_4_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.4.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_4_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.4.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_9 = fx.call "aten.layer_norm.default"(%add_14, [768], %p_encoder_layer_4_attention_output_layernorm_weight, %p_encoder_layer_4_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc70)
    %p_encoder_layer_4_intermediate_dense_weight = fx.get_attr @"encoder.layer.4.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_4_intermediate_dense_bias = fx.get_attr @"encoder.layer.4.intermediate.dense.bias" : tensor<3072xf32>
    %linear_28 = fx.call "aten.linear.default"(%layer_norm_9, %p_encoder_layer_4_intermediate_dense_weight, %p_encoder_layer_4_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc71)
    %gelu_4 = fx.call "aten.gelu.default"(%linear_28) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc72)
    %p_encoder_layer_4_output_dense_weight = fx.get_attr @"encoder.layer.4.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_4_output_dense_bias = fx.get_attr @"encoder.layer.4.output.dense.bias" : tensor<768xf32>
    %linear_29 = fx.call "aten.linear.default"(%gelu_4, %p_encoder_layer_4_output_dense_weight, %p_encoder_layer_4_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc73)
    %dropout_10 = fx.call "aten.dropout.default"(%linear_29, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc74)
    %add_15 = fx.call "aten.add.Tensor"(%dropout_10, %layer_norm_9) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc75)
    %p_encoder_layer_4_output_layernorm_weight = fx.get_attr @"encoder.layer.4.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_4_output_layernorm_bias = fx.get_attr @"encoder.layer.4.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_10 = fx.call "aten.layer_norm.default"(%add_15, [768], %p_encoder_layer_4_output_layernorm_weight, %p_encoder_layer_4_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc76)
    %p_encoder_layer_5_attention_self_query_weight = fx.get_attr @"encoder.layer.5.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_5_attention_self_query_bias = fx.get_attr @"encoder.layer.5.attention.self.query.bias" : tensor<768xf32>
    %linear_30 = fx.call "aten.linear.default"(%layer_norm_10, %p_encoder_layer_5_attention_self_query_weight, %p_encoder_layer_5_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc77)
    %view_15 = fx.call "aten.view.default"(%linear_30, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc78)
    %transpose_20 = fx.call "aten.transpose.int"(%view_15, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc78)
    %p_encoder_layer_5_attention_self_key_weight = fx.get_attr @"encoder.layer.5.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_5_attention_self_key_bias = fx.get_attr @"encoder.layer.5.attention.self.key.bias" : tensor<768xf32>
    %linear_31 = fx.call "aten.linear.default"(%layer_norm_10, %p_encoder_layer_5_attention_self_key_weight, %p_encoder_layer_5_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc79)
    %view_16 = fx.call "aten.view.default"(%linear_31, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc78)
    %transpose_21 = fx.call "aten.transpose.int"(%view_16, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc78)
    %p_encoder_layer_5_attention_self_value_weight = fx.get_attr @"encoder.layer.5.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_5_attention_self_value_bias = fx.get_attr @"encoder.layer.5.attention.self.value.bias" : tensor<768xf32>
    %linear_32 = fx.call "aten.linear.default"(%layer_norm_10, %p_encoder_layer_5_attention_self_value_weight, %p_encoder_layer_5_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc80)
    %view_17 = fx.call "aten.view.default"(%linear_32, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc78)
    %transpose_22 = fx.call "aten.transpose.int"(%view_17, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc78)
    %scaled_dot_product_attention_5 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_20, %transpose_21, %transpose_22, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc78)
    %reshape_10 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_5, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc78)
    %transpose_23 = fx.call "aten.transpose.int"(%reshape_10, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc78)
    %reshape_11 = fx.call "aten.reshape.default"(%transpose_23, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc78)
    %p_encoder_layer_5_attention_output_dense_weight = fx.get_attr @"encoder.layer.5.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_5_attention_output_dense_bias = fx.get_attr @"encoder.layer.5.attention.output.dense.bias" : tensor<768xf32>
    %linear_33 = fx.call "aten.linear.default"(%reshape_11, %p_encoder_layer_5_attention_output_dense_weight, %p_encoder_layer_5_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc81)
    %dropout_11 = fx.call "aten.dropout.default"(%linear_33, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc82)
    %add_16 = fx.call "aten.add.Tensor"(%dropout_11, %layer_norm_10) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc83)
    %p_encoder_layer_5_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.5.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_5_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.5.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_11 = fx.call "aten.layer_norm.default"(%add_16, [768], %p_encoder_layer_5_attention_output_layernorm_weight, %p_encoder_layer_5_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc84)
    %p_encoder_layer_5_intermediate_dense_weight = fx.get_attr @"encoder.layer.5.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_5_intermediate_dense_bias = fx.get_attr @"encoder.layer.5.intermediate.dense.bias" : tensor<3072xf32>
    %linear_34 = fx.call "aten.linear.default"(%layer_norm_11, %p_encoder_layer_5_intermediate_dense_weight, %p_encoder_layer_5_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc85)
    %gelu_5 = fx.call "aten.gelu.default"(%linear_34) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc86)
    %p_encoder_layer_5_output_dense_weight = fx.get_attr @"encoder.layer.5.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_5_output_dense_bias = fx.get_attr @"encoder.layer.5.output.dense.bias" : tensor<768xf32>
    %linear_35 = fx.call "aten.linear.default"(%gelu_5, %p_encoder_layer_5_output_dense_weight, %p_encoder_layer_5_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc87)
    %dropout_12 = fx.call "aten.dropout.default"(%linear_35, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc88)
    %add_17 = fx.call "aten.add.Tensor"(%dropout_12, %layer_norm_11) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc89)
    %p_encoder_layer_5_output_layernorm_weight = fx.get_attr @"encoder.layer.5.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_5_output_layernorm_bias = fx.get_attr @"encoder.layer.5.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_12 = fx.call "aten.layer_norm.default"(%add_17, [768], %p_encoder_layer_5_output_layernorm_weight, %p_encoder_layer_5_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc90)
    %p_encoder_layer_6_attention_self_query_weight = fx.get_attr @"encoder.layer.6.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_6_attention_self_query_bias = fx.get_attr @"encoder.layer.6.attention.self.query.bias" : tensor<768xf32>
    %linear_36 = fx.call "aten.linear.default"(%layer_norm_12, %p_encoder_layer_6_attention_self_query_weight, %p_encoder_layer_6_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc91)
    %view_18 = fx.call "aten.view.default"(%linear_36, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc92)
    %transpose_24 = fx.call "aten.transpose.int"(%view_18, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc92)
    %p_encoder_layer_6_attention_self_key_weight = fx.get_attr @"encoder.layer.6.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_6_attention_self_key_bias = fx.get_attr @"encoder.layer.6.attention.self.key.bias" : tensor<768xf32>
    %linear_37 = fx.call "aten.linear.default"(%layer_norm_12, %p_encoder_layer_6_attention_self_key_weight, %p_encoder_layer_6_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc93)
    %view_19 = fx.call "aten.view.default"(%linear_37, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc92)
    %transpose_25 = fx.call "aten.transpose.int"(%view_19, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc92)
    %p_encoder_layer_6_attention_self_value_weight = fx.get_attr @"encoder.layer.6.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_6_attention_self_value_bias = fx.get_attr @"encoder.layer.6.attention.self.value.bias" : tensor<768xf32>
    %linear_38 = fx.call "aten.linear.default"(%layer_norm_12, %p_encoder_layer_6_attention_self_value_weight, %p_encoder_layer_6_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc94)
    %view_20 = fx.call "aten.view.default"(%linear_38, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc92)
    %transpose_26 = fx.call "aten.transpose.int"(%view_20, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc92)
    %scaled_dot_product_attention_6 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_24, %transpose_25, %transpose_26, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc92)
    %reshape_12 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_6, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc92)
    %transpose_27 = fx.call "aten.transpose.int"(%reshape_12, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc92)
    %reshape_13 = fx.call "aten.reshape.default"(%transpose_27, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc92)
    %p_encoder_layer_6_attention_output_dense_weight = fx.get_attr @"encoder.layer.6.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_6_attention_output_dense_bias = fx.get_attr @"encoder.layer.6.attention.output.dense.bias" : tensor<768xf32>
    %linear_39 = fx.call "aten.linear.default"(%reshape_13, %p_encoder_layer_6_attention_output_dense_weight, %p_encoder_layer_6_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc95)
    %dropout_13 = fx.call "aten.dropout.default"(%linear_39, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc96)
    %add_18 = fx.call "aten.add.Tensor"(%dropout_13, %layer_norm_12) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc97)
    %p_encoder_layer_6_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.6.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_6_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.6.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_13 = fx.call "aten.layer_norm.default"(%add_18, [768], %p_encoder_layer_6_attention_output_layernorm_weight, %p_encoder_layer_6_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc98)
    %p_encoder_layer_6_intermediate_dense_weight = fx.get_attr @"encoder.layer.6.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_6_intermediate_dense_bias = fx.get_attr @"encoder.layer.6.intermediate.dense.bias" : tensor<3072xf32>
    %linear_40 = fx.call "aten.linear.default"(%layer_norm_13, %p_encoder_layer_6_intermediate_dense_weight, %p_encoder_layer_6_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc99)
    %gelu_6 = fx.call "aten.gelu.default"(%linear_40) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc100)
    %p_encoder_layer_6_output_dense_weight = fx.get_attr @"encoder.layer.6.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_6_output_dense_bias = fx.get_attr @"encoder.layer.6.output.dense.bias" : tensor<768xf32>
    %linear_41 = fx.call "aten.linear.default"(%gelu_6, %p_encoder_layer_6_output_dense_weight, %p_encoder_layer_6_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc101)
    %dropout_14 = fx.call "aten.dropout.default"(%linear_41, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc102)
    %add_19 = fx.call "aten.add.Tensor"(%dropout_14, %layer_norm_13) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc103)
    %p_encoder_layer_6_output_layernorm_weight = fx.get_attr @"encoder.layer.6.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_6_output_layernorm_bias = fx.get_attr @"encoder.layer.6.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_14 = fx.call "aten.layer_norm.default"(%add_19, [768], %p_encoder_layer_6_output_layernorm_weight, %p_encoder_layer_6_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc104)
    %p_encoder_layer_7_attention_self_query_weight = fx.get_attr @"encoder.layer.7.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_7_attention_self_query_bias = fx.get_attr @"encoder.layer.7.attention.self.query.bias" : tensor<768xf32>
    %linear_42 = fx.call "aten.linear.default"(%layer_norm_14, %p_encoder_layer_7_attention_self_query_weight, %p_encoder_layer_7_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc105)
    %view_21 = fx.call "aten.view.default"(%linear_42, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc106)
    %transpose_28 = fx.call "aten.transpose.int"(%view_21, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc106)
    %p_encoder_layer_7_attention_self_key_weight = fx.get_attr @"encoder.layer.7.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_7_attention_self_key_bias = fx.get_attr @"encoder.layer.7.attention.self.key.bias" : tensor<768xf32>
    %linear_43 = fx.call "aten.linear.default"(%layer_norm_14, %p_encoder_layer_7_attention_self_key_weight, %p_encoder_layer_7_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc107)
    %view_22 = fx.call "aten.view.default"(%linear_43, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc106)
    %transpose_29 = fx.call "aten.transpose.int"(%view_22, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc106)
    %p_encoder_layer_7_attention_self_value_weight = fx.get_attr @"encoder.layer.7.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_7_attention_self_value_bias = fx.get_attr @"encoder.layer.7.attention.self.value.bias" : tensor<768xf32>
    %linear_44 = fx.call "aten.linear.default"(%layer_norm_14, %p_encoder_layer_7_attention_self_value_weight, %p_encoder_layer_7_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc108)
    %view_23 = fx.call "aten.view.default"(%linear_44, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc106)
    %transpose_30 = fx.call "aten.transpose.int"(%view_23, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc106)
    %scaled_dot_product_attention_7 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_28, %transpose_29, %transpose_30, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc106)
    %reshape_14 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_7, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc106)
    %transpose_31 = fx.call "aten.transpose.int"(%reshape_14, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc106)
    %reshape_15 = fx.call "aten.reshape.default"(%transpose_31, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc106)
    %p_encoder_layer_7_attention_output_dense_weight = fx.get_attr @"encoder.layer.7.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_7_attention_output_dense_bias = fx.get_attr @"encoder.layer.7.attention.output.dense.bias" : tensor<768xf32>
    %linear_45 = fx.call "aten.linear.default"(%reshape_15, %p_encoder_layer_7_attention_output_dense_weight, %p_encoder_layer_7_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc109)
    %dropout_15 = fx.call "aten.dropout.default"(%linear_45, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc110)
    %add_20 = fx.call "aten.add.Tensor"(%dropout_15, %layer_norm_14) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc111)
    %p_encoder_layer_7_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.7.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_7_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.7.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_15 = fx.call "aten.layer_norm.default"(%add_20, [768], %p_encoder_layer_7_attention_output_layernorm_weight, %p_encoder_layer_7_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc112)
    %p_encoder_layer_7_intermediate_dense_weight = fx.get_attr @"encoder.layer.7.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_7_intermediate_dense_bias = fx.get_attr @"encoder.layer.7.intermediate.dense.bias" : tensor<3072xf32>
    %linear_46 = fx.call "aten.linear.default"(%layer_norm_15, %p_encoder_layer_7_intermediate_dense_weight, %p_encoder_layer_7_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc113)
    %gelu_7 = fx.call "aten.gelu.default"(%linear_46) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc114)
    %p_encoder_layer_7_output_dense_weight = fx.get_attr @"encoder.layer.7.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_7_output_dense_bias = fx.get_attr @"encoder.layer.7.output.dense.bias" : tensor<768xf32>
    %linear_47 = fx.call "aten.linear.default"(%gelu_7, %p_encoder_layer_7_output_dense_weight, %p_encoder_layer_7_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc115)
    %dropout_16 = fx.call "aten.dropout.default"(%linear_47, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc116)
    %add_21 = fx.call "aten.add.Tensor"(%dropout_16, %layer_norm_15) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc117)
    %p_encoder_layer_7_output_layernorm_weight = fx.get_attr @"encoder.layer.7.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_7_output_layernorm_bias = fx.get_attr @"encoder.layer.7.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_16 = fx.call "aten.layer_norm.default"(%add_21, [768], %p_encoder_layer_7_output_layernorm_weight, %p_encoder_layer_7_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc118)
    %p_encoder_layer_8_attention_self_query_weight = fx.get_attr @"encoder.layer.8.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_8_attention_self_query_bias = fx.get_attr @"encoder.layer.8.attention.self.query.bias" : tensor<768xf32>
    %linear_48 = fx.call "aten.linear.default"(%layer_norm_16, %p_encoder_layer_8_attention_self_query_weight, %p_encoder_layer_8_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc119)
    %view_24 = fx.call "aten.view.default"(%linear_48, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc120)
    %transpose_32 = fx.call "aten.transpose.int"(%view_24, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc120)
    %p_encoder_layer_8_attention_self_key_weight = fx.get_attr @"encoder.layer.8.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_8_attention_self_key_bias = fx.get_attr @"encoder.layer.8.attention.self.key.bias" : tensor<768xf32>
    %linear_49 = fx.call "aten.linear.default"(%layer_norm_16, %p_encoder_layer_8_attention_self_key_weight, %p_encoder_layer_8_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc121)
    %view_25 = fx.call "aten.view.default"(%linear_49, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc120)
    %transpose_33 = fx.call "aten.transpose.int"(%view_25, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc120)
    %p_encoder_layer_8_attention_self_value_weight = fx.get_attr @"encoder.layer.8.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_8_attention_self_value_bias = fx.get_attr @"encoder.layer.8.attention.self.value.bias" : tensor<768xf32>
    %linear_50 = fx.call "aten.linear.default"(%layer_norm_16, %p_encoder_layer_8_attention_self_value_weight, %p_encoder_layer_8_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc122)
    %view_26 = fx.call "aten.view.default"(%linear_50, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc120)
    %transpose_34 = fx.call "aten.transpose.int"(%view_26, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc120)
    %scaled_dot_product_attention_8 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_32, %transpose_33, %transpose_34, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc120)
    %reshape_16 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_8, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc120)
    %transpose_35 = fx.call "aten.transpose.int"(%reshape_16, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc120)
    %reshape_17 = fx.call "aten.reshape.default"(%transpose_35, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc120)
    %p_encoder_layer_8_attention_output_dense_weight = fx.get_attr @"encoder.layer.8.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_8_attention_output_dense_bias = fx.get_attr @"encoder.layer.8.attention.output.dense.bias" : tensor<768xf32>
    %linear_51 = fx.call "aten.linear.default"(%reshape_17, %p_encoder_layer_8_attention_output_dense_weight, %p_encoder_layer_8_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc123)
    %dropout_17 = fx.call "aten.dropout.default"(%linear_51, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc124)
    %add_22 = fx.call "aten.add.Tensor"(%dropout_17, %layer_norm_16) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc125)
    %p_encoder_layer_8_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.8.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_8_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.8.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_17 = fx.call "aten.layer_norm.default"(%add_22, [768], %p_encoder_layer_8_attention_output_layernorm_weight, %p_encoder_layer_8_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc126)
    %p_encoder_layer_8_intermediate_dense_weight = fx.get_attr @"encoder.layer.8.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_8_intermediate_dense_bias = fx.get_attr @"encoder.layer.8.intermediate.dense.bias" : tensor<3072xf32>
    %linear_52 = fx.call "aten.linear.default"(%layer_norm_17, %p_encoder_layer_8_intermediate_dense_weight, %p_encoder_layer_8_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc127)
    %gelu_8 = fx.call "aten.gelu.default"(%linear_52) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc128)
    %p_encoder_layer_8_output_dense_weight = fx.get_attr @"encoder.layer.8.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_8_output_dense_bias = fx.get_attr @"encoder.layer.8.output.dense.bias" : tensor<768xf32>
    %linear_53 = fx.call "aten.linear.default"(%gelu_8, %p_encoder_layer_8_output_dense_weight, %p_encoder_layer_8_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc129)
    %dropout_18 = fx.call "aten.dropout.default"(%linear_53, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc130)
    %add_23 = fx.call "aten.add.Tensor"(%dropout_18, %layer_norm_17) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc131)
    %p_encoder_layer_8_output_layernorm_weight = fx.get_attr @"encoder.layer.8.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_8_output_layernorm_bias = fx.get_attr @"encoder.layer.8.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_18 = fx.call "aten.layer_norm.default"(%add_23, [768], %p_encoder_layer_8_output_layernorm_weight, %p_encoder_layer_8_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc132)
    %p_encoder_layer_9_attention_self_query_weight = fx.get_attr @"encoder.layer.9.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_9_attention_self_query_bias = fx.get_attr @"encoder.layer.9.attention.self.query.bias" : tensor<768xf32>
    %linear_54 = fx.call "aten.linear.default"(%layer_norm_18, %p_encoder_layer_9_attention_self_query_weight, %p_encoder_layer_9_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc133)
    %view_27 = fx.call "aten.view.default"(%linear_54, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc134)
    %transpose_36 = fx.call "aten.transpose.int"(%view_27, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc134)
    %p_encoder_layer_9_attention_self_key_weight = fx.get_attr @"encoder.layer.9.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_9_attention_self_key_bias = fx.get_attr @"encoder.layer.9.attention.self.key.bias" : tensor<768xf32>
    %linear_55 = fx.call "aten.linear.default"(%layer_norm_18, %p_encoder_layer_9_attention_self_key_weight, %p_encoder_layer_9_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc135)
    %view_28 = fx.call "aten.view.default"(%linear_55, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc134)
    %transpose_37 = fx.call "aten.transpose.int"(%view_28, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc134)
    %p_encoder_layer_9_attention_self_value_weight = fx.get_attr @"encoder.layer.9.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_9_attention_self_value_bias = fx.get_attr @"encoder.layer.9.attention.self.value.bias" : tensor<768xf32>
    %linear_56 = fx.call "aten.linear.default"(%layer_norm_18, %p_encoder_layer_9_attention_self_value_weight, %p_encoder_layer_9_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc136)
    %view_29 = fx.call "aten.view.default"(%linear_56, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc134)
    %transpose_38 = fx.call "aten.transpose.int"(%view_29, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc134)
    %scaled_dot_product_attention_9 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_36, %transpose_37, %transpose_38, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc134)
    %reshape_18 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_9, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc134)
    %transpose_39 = fx.call "aten.transpose.int"(%reshape_18, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc134)
    %reshape_19 = fx.call "aten.reshape.default"(%transpose_39, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc134)
    %p_encoder_layer_9_attention_output_dense_weight = fx.get_attr @"encoder.layer.9.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_9_attention_output_dense_bias = fx.get_attr @"encoder.layer.9.attention.output.dense.bias" : tensor<768xf32>
    %linear_57 = fx.call "aten.linear.default"(%reshape_19, %p_encoder_layer_9_attention_output_dense_weight, %p_encoder_layer_9_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc137)
    %dropout_19 = fx.call "aten.dropout.default"(%linear_57, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc138)
    %add_24 = fx.call "aten.add.Tensor"(%dropout_19, %layer_norm_18) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc139)
    %p_encoder_layer_9_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.9.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_9_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.9.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_19 = fx.call "aten.layer_norm.default"(%add_24, [768], %p_encoder_layer_9_attention_output_layernorm_weight, %p_encoder_layer_9_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc140)
    %p_encoder_layer_9_intermediate_dense_weight = fx.get_attr @"encoder.layer.9.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_9_intermediate_dense_bias = fx.get_attr @"encoder.layer.9.intermediate.dense.bias" : tensor<3072xf32>
    %linear_58 = fx.call "aten.linear.default"(%layer_norm_19, %p_encoder_layer_9_intermediate_dense_weight, %p_encoder_layer_9_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc141)
    %gelu_9 = fx.call "aten.gelu.default"(%linear_58) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc142)
    %p_encoder_layer_9_output_dense_weight = fx.get_attr @"encoder.layer.9.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_9_output_dense_bias = fx.get_attr @"encoder.layer.9.output.dense.bias" : tensor<768xf32>
    %linear_59 = fx.call "aten.linear.default"(%gelu_9, %p_encoder_layer_9_output_dense_weight, %p_encoder_layer_9_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc143)
    %dropout_20 = fx.call "aten.dropout.default"(%linear_59, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc144)
    %add_25 = fx.call "aten.add.Tensor"(%dropout_20, %layer_norm_19) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc145)
    %p_encoder_layer_9_output_layernorm_weight = fx.get_attr @"encoder.layer.9.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_9_output_layernorm_bias = fx.get_attr @"encoder.layer.9.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_20 = fx.call "aten.layer_norm.default"(%add_25, [768], %p_encoder_layer_9_output_layernorm_weight, %p_encoder_layer_9_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc146)
    %p_encoder_layer_10_attention_self_query_weight = fx.get_attr @"encoder.layer.10.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_10_attention_self_query_bias = fx.get_attr @"encoder.layer.10.attention.self.query.bias" : tensor<768xf32>
    %linear_60 = fx.call "aten.linear.default"(%layer_norm_20, %p_encoder_layer_10_attention_self_query_weight, %p_encoder_layer_10_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc147)
    %view_30 = fx.call "aten.view.default"(%linear_60, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc148)
    %transpose_40 = fx.call "aten.transpose.int"(%view_30, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc148)
    %p_encoder_layer_10_attention_self_key_weight = fx.get_attr @"encoder.layer.10.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_10_attention_self_key_bias = fx.get_attr @"encoder.layer.10.attention.self.key.bias" : tensor<768xf32>
    %linear_61 = fx.call "aten.linear.default"(%layer_norm_20, %p_encoder_layer_10_attention_self_key_weight, %p_encoder_layer_10_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc149)
    %view_31 = fx.call "aten.view.default"(%linear_61, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc148)
    %transpose_41 = fx.call "aten.transpose.int"(%view_31, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc148)
    %p_encoder_layer_10_attention_self_value_weight = fx.get_attr @"encoder.layer.10.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_10_attention_self_value_bias = fx.get_attr @"encoder.layer.10.attention.self.value.bias" : tensor<768xf32>
    %linear_62 = fx.call "aten.linear.default"(%layer_norm_20, %p_encoder_layer_10_attention_self_value_weight, %p_encoder_layer_10_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc150)
    %view_32 = fx.call "aten.view.default"(%linear_62, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc148)
    %transpose_42 = fx.call "aten.transpose.int"(%view_32, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc148)
    %scaled_dot_product_attention_10 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_40, %transpose_41, %transpose_42, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc148)
    %reshape_20 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_10, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc148)
    %transpose_43 = fx.call "aten.transpose.int"(%reshape_20, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc148)
    %reshape_21 = fx.call "aten.reshape.default"(%transpose_43, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc148)
    %p_encoder_layer_10_attention_output_dense_weight = fx.get_attr @"encoder.layer.10.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_10_attention_output_dense_bias = fx.get_attr @"encoder.layer.10.attention.output.dense.bias" : tensor<768xf32>
    %linear_63 = fx.call "aten.linear.default"(%reshape_21, %p_encoder_layer_10_attention_output_dense_weight, %p_encoder_layer_10_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc151)
    %dropout_21 = fx.call "aten.dropout.default"(%linear_63, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc152)
    %add_26 = fx.call "aten.add.Tensor"(%dropout_21, %layer_norm_20) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc153)
    %p_encoder_layer_10_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.10.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_10_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.10.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_21 = fx.call "aten.layer_norm.default"(%add_26, [768], %p_encoder_layer_10_attention_output_layernorm_weight, %p_encoder_layer_10_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc154)
    %p_encoder_layer_10_intermediate_dense_weight = fx.get_attr @"encoder.layer.10.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_10_intermediate_dense_bias = fx.get_attr @"encoder.layer.10.intermediate.dense.bias" : tensor<3072xf32>
    %linear_64 = fx.call "aten.linear.default"(%layer_norm_21, %p_encoder_layer_10_intermediate_dense_weight, %p_encoder_layer_10_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc155)
    %gelu_10 = fx.call "aten.gelu.default"(%linear_64) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc156)
    %p_encoder_layer_10_output_dense_weight = fx.get_attr @"encoder.layer.10.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_10_output_dense_bias = fx.get_attr @"encoder.layer.10.output.dense.bias" : tensor<768xf32>
    %linear_65 = fx.call "aten.linear.default"(%gelu_10, %p_encoder_layer_10_output_dense_weight, %p_encoder_layer_10_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc157)
    %dropout_22 = fx.call "aten.dropout.default"(%linear_65, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc158)
    %add_27 = fx.call "aten.add.Tensor"(%dropout_22, %layer_norm_21) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc159)
    %p_encoder_layer_10_output_layernorm_weight = fx.get_attr @"encoder.layer.10.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_10_output_layernorm_bias = fx.get_attr @"encoder.layer.10.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_22 = fx.call "aten.layer_norm.default"(%add_27, [768], %p_encoder_layer_10_output_layernorm_weight, %p_encoder_layer_10_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc160)
    %p_encoder_layer_11_attention_self_query_weight = fx.get_attr @"encoder.layer.11.attention.self.query.weight" : tensor<768x768xf32>
    %p_encoder_layer_11_attention_self_query_bias = fx.get_attr @"encoder.layer.11.attention.self.query.bias" : tensor<768xf32>
    %linear_66 = fx.call "aten.linear.default"(%layer_norm_22, %p_encoder_layer_11_attention_self_query_weight, %p_encoder_layer_11_attention_self_query_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc161)
    %view_33 = fx.call "aten.view.default"(%linear_66, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc162)
    %transpose_44 = fx.call "aten.transpose.int"(%view_33, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc162)
    %p_encoder_layer_11_attention_self_key_weight = fx.get_attr @"encoder.layer.11.attention.self.key.weight" : tensor<768x768xf32>
    %p_encoder_layer_11_attention_self_key_bias = fx.get_attr @"encoder.layer.11.attention.self.key.bias" : tensor<768xf32>
    %linear_67 = fx.call "aten.linear.default"(%layer_norm_22, %p_encoder_layer_11_attention_self_key_weight, %p_encoder_layer_11_attention_self_key_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc163)
    %view_34 = fx.call "aten.view.default"(%linear_67, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc162)
    %transpose_45 = fx.call "aten.transpose.int"(%view_34, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc162)
    %p_encoder_layer_11_attention_self_value_weight = fx.get_attr @"encoder.layer.11.attention.self.value.weight" : tensor<768x768xf32>
    %p_encoder_layer_11_attention_self_value_bias = fx.get_attr @"encoder.layer.11.attention.self.value.bias" : tensor<768xf32>
    %linear_68 = fx.call "aten.linear.default"(%layer_norm_22, %p_encoder_layer_11_attention_self_value_weight, %p_encoder_layer_11_attention_self_value_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc164)
    %view_35 = fx.call "aten.view.default"(%linear_68, [#tc.size<b>, #tc.size<s>, -1, 64]) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc162)
    %transpose_46 = fx.call "aten.transpose.int"(%view_35, 1, 2) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc162)
    %scaled_dot_product_attention_11 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_44, %transpose_45, %transpose_46, %expand, scale = 0.125) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>, tensor<?x1x?x?xi1, #tc.dims<[b, 1, s, s]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc162)
    %reshape_22 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_11, [#tc.size<b>, -1, #tc.size<s>, 64]) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>> loc(#loc162)
    %transpose_47 = fx.call "aten.transpose.int"(%reshape_22, 1, 2) : (tensor<?x12x?x64xf32, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>> loc(#loc162)
    %reshape_23 = fx.call "aten.reshape.default"(%transpose_47, [#tc.size<b>, #tc.size<s>, -1]) : (tensor<?x?x12x64xf32, #tc.dims<[b, s, 12, 64]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc162)
    %p_encoder_layer_11_attention_output_dense_weight = fx.get_attr @"encoder.layer.11.attention.output.dense.weight" : tensor<768x768xf32>
    %p_encoder_layer_11_attention_output_dense_bias = fx.get_attr @"encoder.layer.11.attention.output.dense.bias" : tensor<768xf32>
    %linear_69 = fx.call "aten.linear.default"(%reshape_23, %p_encoder_layer_11_attention_output_dense_weight, %p_encoder_layer_11_attention_output_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc165)
    %dropout_23 = fx.call "aten.dropout.default"(%linear_69, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc166)
    %add_28 = fx.call "aten.add.Tensor"(%dropout_23, %layer_norm_22) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc167)
    %p_encoder_layer_11_attention_output_layernorm_weight = fx.get_attr @"encoder.layer.11.attention.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_11_attention_output_layernorm_bias = fx.get_attr @"encoder.layer.11.attention.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_23 = fx.call "aten.layer_norm.default"(%add_28, [768], %p_encoder_layer_11_attention_output_layernorm_weight, %p_encoder_layer_11_attention_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc168)
    %p_encoder_layer_11_intermediate_dense_weight = fx.get_attr @"encoder.layer.11.intermediate.dense.weight" : tensor<3072x768xf32>
    %p_encoder_layer_11_intermediate_dense_bias = fx.get_attr @"encoder.layer.11.intermediate.dense.bias" : tensor<3072xf32>
    %linear_70 = fx.call "aten.linear.default"(%layer_norm_23, %p_encoder_layer_11_intermediate_dense_weight, %p_encoder_layer_11_intermediate_dense_bias) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc169)
    %gelu_11 = fx.call "aten.gelu.default"(%linear_70) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>) -> tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>> loc(#loc170)
    %p_encoder_layer_11_output_dense_weight = fx.get_attr @"encoder.layer.11.output.dense.weight" : tensor<768x3072xf32>
    %p_encoder_layer_11_output_dense_bias = fx.get_attr @"encoder.layer.11.output.dense.bias" : tensor<768xf32>
    %linear_71 = fx.call "aten.linear.default"(%gelu_11, %p_encoder_layer_11_output_dense_weight, %p_encoder_layer_11_output_dense_bias) : (tensor<?x?x3072xf32, #tc.dims<[b, s, 3072]>>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc171)
    %dropout_24 = fx.call "aten.dropout.default"(%linear_71, 0.1, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc172)
    %add_29 = fx.call "aten.add.Tensor"(%dropout_24, %layer_norm_23) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc173)
    %p_encoder_layer_11_output_layernorm_weight = fx.get_attr @"encoder.layer.11.output.LayerNorm.weight" : tensor<768xf32>
    %p_encoder_layer_11_output_layernorm_bias = fx.get_attr @"encoder.layer.11.output.LayerNorm.bias" : tensor<768xf32>
    %layer_norm_24 = fx.call "aten.layer_norm.default"(%add_29, [768], %p_encoder_layer_11_output_layernorm_weight, %p_encoder_layer_11_output_layernorm_bias, 1.0e-12, false) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc174)
    %slice_3 = fx.call "aten.slice.Tensor"(%layer_norm_24, 0, 0, 9223372036854775807) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x?x768xf32, #tc.dims<[b, s, 768]>> loc(#loc175)
    %select = fx.call "aten.select.int"(%slice_3, 1, 0) : (tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>) -> tensor<?x768xf32, #tc.dims<[b, 768]>> loc(#loc175)
    %p_pooler_dense_weight = fx.get_attr @"pooler.dense.weight" : tensor<768x768xf32>
    %p_pooler_dense_bias = fx.get_attr @"pooler.dense.bias" : tensor<768xf32>
    %linear_72 = fx.call "aten.linear.default"(%select, %p_pooler_dense_weight, %p_pooler_dense_bias) : (tensor<?x768xf32, #tc.dims<[b, 768]>>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x768xf32, #tc.dims<[b, 768]>> loc(#loc176)
    %tanh = fx.call "aten.tanh.default"(%linear_72) : (tensor<?x768xf32, #tc.dims<[b, 768]>>) -> tensor<?x768xf32, #tc.dims<[b, 768]>> loc(#loc177)
    fx.output %layer_norm_24, %tanh : tensor<?x?x768xf32, #tc.dims<[b, s, 768]>>, tensor<?x768xf32, #tc.dims<[b, 768]>>
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
