module attributes {
  tc.version = "0.1",
  tc.model = "gpt2",
  tc.expected = [{shape = [1, 256, 50257], dtype = f32, sum = 18051.633962651522, norm = 3571.851352116342, eager_error = 5.515746936102338e-07, eager_max = 4.076296086452658e-06, samples = dense<[0.006690512939286908, -0.924245500294064, -1.50688378704703, -1.1604086693941411, -1.0791503916262484, -1.7431596802742078, -0.7481759933467638, -1.0232613323004038, -1.5170081326477645, -0.7899650746612394, -0.22219127225659274, 0.12408524868147379, -0.7685160979306457, -1.0025280322922188, -0.751426209253665, -0.4757522328991984, -0.5384863463934378, -1.2368856972176236, -1.069724671851134, -0.6614405695546844, -1.0140690217989827, -0.6302498895561487, -0.8470774956705031, -0.973300874664271, -1.140030146845245, -0.7807343141460393, -0.8720880021492896, -1.0236198286176945, -1.3223304279884718, -0.5883413776881607, -1.387521811741865, -0.7995556212240975, -0.20365980312053014, -0.7737171406808416, -1.0402185914217321, -0.6965701603509157, -0.1567679236786408, -1.0996452438883206, -0.9934777483948822, -0.8489170265457845, -0.4949346541307056, -0.7853140064235767, -0.43917733204721127, -1.5415125899206514, -0.6063125015794422, -0.9937581907623723, -0.7552963497981214, -0.9875314069619352, -0.9651269036582213, -1.048287286018183, -0.34472229929414333, -1.3282539961258844, -0.6528299456030954, -0.3708441017680621, -0.6462377959157808, -0.7199174767948764, -0.8114197406047485, -0.593517770193395, -0.7984310148646202, -0.8935369364716906, -0.6346358798165656, -0.772841927072684, -1.1403365037888216, -0.43103735493743306, -0.9448774838368639, -0.5300083618035318, -0.590046209780837, -0.3761814093050753, -0.9424046052704685, -0.6093610521838101, -0.6885220348477851, -0.9508028074756192, -0.30375036515146653, -1.0825832276305531, -0.5652430303284729, -0.7986051790676797, -0.8334158709222582, -1.5577327168450938, -1.2585796456389076, -1.2959114565819012, -0.6296960427367141, -0.9677623502530989, -0.9650497100416723, -1.2218547656472785, -0.8801308454739261, -1.1480612820262268, -1.0508549495091, -0.8670286153556716, -0.8145095763338384, -0.5032601792385617, -0.6110037444676553, -1.1212707019961883, -0.15330567889139476, -1.182638840123125, -0.8353347087171259, -0.6810412683448945, -0.7601957494840815, -1.3121704612132714, -1.1662951407115258, -0.8900665427177877, -0.634946658745698, -0.8455948608590889, -1.4165003001331056, -0.6247622509140144, -1.2912100050589044, -1.0743945404581248, -0.8394373790354148, -0.1598377775212676, -1.6140317357569767, -0.6446723476857507, -0.6424776015932545, -1.0678501440631747, -1.2966850764567468, -0.9449686802915775, -1.7957351272171431, -0.40020230549297475, -1.0559590473261957, -1.0693773156683586, -1.0762943952403814, -0.6962979409167271, -1.5243894522339931, -0.6931665578719288, -0.47612627143792113, -0.9976574437092163, -0.9473398117833497, -1.2037061572312402, -1.0981356235668573, -1.1849362945269926, -1.0655970789461184, -0.9662259749401056, -1.0405493949557139, -1.0321054860036862, -0.9432526311249328, -1.0440076646738021, -0.7443346375815988, -0.5709660754544145, -0.5159447107956604, -0.8374302548196223, -1.009523111409321, -1.0591315714137401, -1.4401474419506894, -0.49392422698588007, -0.8700498793300434, -0.5867882472575083, -0.7279304133220517, -1.3942242910746996, -0.8145709676933881, -0.41665282396581044, -0.7355967240864616, -0.2044464919293792, -0.3708705158588806, -0.4440223901476256, -1.3446903717474572, -0.5898647027771563, -0.9163363127084061, -1.043940694523568, -0.833886992908754, -0.8400004064385408, -1.0031280026430247, -0.190094505477206, -0.30585402483023416, -1.4383784223806941, -0.6212607188885902, -1.6055938307940172, -0.6313989785590152, -0.7065328313809086, -0.8272367092083254, -0.9405194896386502, -0.6687365706212502, -1.6588755635388475, -1.397857226415293, -1.213481131285342, -1.127828748607988, -1.0278955130829481, -0.8977275778408852, -1.1138695016612452, -1.607068655274334, -0.8538898920300628, -1.403753629658938, -1.3914270555958446, -0.29691783231071556, -0.4921044082358592, -0.3826825024707626, -0.8162571220643777, -0.6704551733878831, -1.2657159096690271, -1.0157122686052265, -0.6440554489055006, -0.4570297580458569, -1.304753135409318, -0.4708570297833889, -1.0550970693124726, -1.2303315103735706, -0.8266163316662151, -0.8565271635572571, -0.7298209397961472, -0.772205445387368, -0.5772257295012904, -0.7544234422967908, -1.0567421705046893, -0.8750015499499378, -1.3086128473022824, -0.9675798760564083, -0.9614263293044835, -1.0734863820776344, -0.6097956431558781, -0.6398613215533268, -0.9185858340190753, -0.7741849583829643, -1.217384364432744, -0.6023911012664483, -1.5535914787438094, -1.031138973409313, -0.6567110837181585, -1.0114873063533543, -1.245076108170169, -1.531920429234812, -0.7765811821714428, -0.6617824387793422, -1.1720565626440598, -0.4825906208669496, -1.5487193806283777, -1.2753544758785897, -0.7878859935802642, -1.2886053184689088, -1.1587804222350846, -1.2439337517376354, -1.0968864585017721, -0.6119173030862246, -1.4790485641827964, -1.0974503514502252, -1.0257951832102687, -1.2859694555085797, -1.1576812419799212, -1.2766452800384025, -0.939924010501525, -0.7720062882806862, -0.3510109013164127, -1.4909220141236217, -0.6250104913773269, -1.5005001139299707, -0.702961897656258, -1.2164790169028086, -0.8154011316557715, -1.0414572843259806, -1.4130849372190688, -0.49015684272122784, -1.0517784976464668, -0.725808879161438, -0.8608151547859635, -1.179595137778378, -1.3958389333848547, -1.5113221476046226, -0.991492406568935, -0.6929906293878617, -0.9379410768848283]> : tensor<256xf64>}]
} {
  prim.weight @"transformer.wpe.weight" : tensor<1024x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 1, seed = 7}}
  prim.weight @"transformer.h.0.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 2, seed = 7}}
  prim.weight @"transformer.h.0.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 3, seed = 7}}
  prim.weight @"transformer.h.0.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 4, seed = 7}}
  prim.weight @"transformer.h.0.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 5, seed = 7}}
  prim.weight @"transformer.h.0.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 6, seed = 7}}
  prim.weight @"transformer.h.0.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 7, seed = 7}}
  prim.weight @"transformer.h.0.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 8, seed = 7}}
  prim.weight @"transformer.h.0.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 9, seed = 7}}
  prim.weight @"transformer.h.0.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 10, seed = 7}}
  prim.weight @"transformer.h.0.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 11, seed = 7}}
  prim.weight @"transformer.h.0.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 12, seed = 7}}
  prim.weight @"transformer.h.0.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 13, seed = 7}}
  prim.weight @"transformer.h.1.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 14, seed = 7}}
  prim.weight @"transformer.h.1.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 15, seed = 7}}
  prim.weight @"transformer.h.1.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 16, seed = 7}}
  prim.weight @"transformer.h.1.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 17, seed = 7}}
  prim.weight @"transformer.h.1.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 18, seed = 7}}
  prim.weight @"transformer.h.1.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 19, seed = 7}}
  prim.weight @"transformer.h.1.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 20, seed = 7}}
  prim.weight @"transformer.h.1.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 21, seed = 7}}
  prim.weight @"transformer.h.1.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 22, seed = 7}}
  prim.weight @"transformer.h.1.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 23, seed = 7}}
  prim.weight @"transformer.h.1.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 24, seed = 7}}
  prim.weight @"transformer.h.1.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 25, seed = 7}}
  prim.weight @"transformer.h.2.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 26, seed = 7}}
  prim.weight @"transformer.h.2.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 27, seed = 7}}
  prim.weight @"transformer.h.2.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 28, seed = 7}}
  prim.weight @"transformer.h.2.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 29, seed = 7}}
  prim.weight @"transformer.h.2.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 30, seed = 7}}
  prim.weight @"transformer.h.2.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 31, seed = 7}}
  prim.weight @"transformer.h.2.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 32, seed = 7}}
  prim.weight @"transformer.h.2.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 33, seed = 7}}
  prim.weight @"transformer.h.2.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 34, seed = 7}}
  prim.weight @"transformer.h.2.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 35, seed = 7}}
  prim.weight @"transformer.h.2.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 36, seed = 7}}
  prim.weight @"transformer.h.2.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 37, seed = 7}}
  prim.weight @"transformer.h.3.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 38, seed = 7}}
  prim.weight @"transformer.h.3.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 39, seed = 7}}
  prim.weight @"transformer.h.3.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 40, seed = 7}}
  prim.weight @"transformer.h.3.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 41, seed = 7}}
  prim.weight @"transformer.h.3.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 42, seed = 7}}
  prim.weight @"transformer.h.3.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 43, seed = 7}}
  prim.weight @"transformer.h.3.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 44, seed = 7}}
  prim.weight @"transformer.h.3.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 45, seed = 7}}
  prim.weight @"transformer.h.3.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 46, seed = 7}}
  prim.weight @"transformer.h.3.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 47, seed = 7}}
  prim.weight @"transformer.h.3.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 48, seed = 7}}
  prim.weight @"transformer.h.3.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 49, seed = 7}}
  prim.weight @"transformer.h.4.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 50, seed = 7}}
  prim.weight @"transformer.h.4.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 51, seed = 7}}
  prim.weight @"transformer.h.4.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 52, seed = 7}}
  prim.weight @"transformer.h.4.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 53, seed = 7}}
  prim.weight @"transformer.h.4.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 54, seed = 7}}
  prim.weight @"transformer.h.4.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 55, seed = 7}}
  prim.weight @"transformer.h.4.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 56, seed = 7}}
  prim.weight @"transformer.h.4.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 57, seed = 7}}
  prim.weight @"transformer.h.4.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 58, seed = 7}}
  prim.weight @"transformer.h.4.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 59, seed = 7}}
  prim.weight @"transformer.h.4.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 60, seed = 7}}
  prim.weight @"transformer.h.4.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 61, seed = 7}}
  prim.weight @"transformer.h.5.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 62, seed = 7}}
  prim.weight @"transformer.h.5.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 63, seed = 7}}
  prim.weight @"transformer.h.5.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 64, seed = 7}}
  prim.weight @"transformer.h.5.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 65, seed = 7}}
  prim.weight @"transformer.h.5.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 66, seed = 7}}
  prim.weight @"transformer.h.5.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 67, seed = 7}}
  prim.weight @"transformer.h.5.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 68, seed = 7}}
  prim.weight @"transformer.h.5.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 69, seed = 7}}
  prim.weight @"transformer.h.5.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 70, seed = 7}}
  prim.weight @"transformer.h.5.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 71, seed = 7}}
  prim.weight @"transformer.h.5.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 72, seed = 7}}
  prim.weight @"transformer.h.5.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 73, seed = 7}}
  prim.weight @"transformer.h.6.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 74, seed = 7}}
  prim.weight @"transformer.h.6.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 75, seed = 7}}
  prim.weight @"transformer.h.6.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 76, seed = 7}}
  prim.weight @"transformer.h.6.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 77, seed = 7}}
  prim.weight @"transformer.h.6.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 78, seed = 7}}
  prim.weight @"transformer.h.6.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 79, seed = 7}}
  prim.weight @"transformer.h.6.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 80, seed = 7}}
  prim.weight @"transformer.h.6.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 81, seed = 7}}
  prim.weight @"transformer.h.6.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 82, seed = 7}}
  prim.weight @"transformer.h.6.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 83, seed = 7}}
  prim.weight @"transformer.h.6.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 84, seed = 7}}
  prim.weight @"transformer.h.6.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 85, seed = 7}}
  prim.weight @"transformer.h.7.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 86, seed = 7}}
  prim.weight @"transformer.h.7.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 87, seed = 7}}
  prim.weight @"transformer.h.7.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 88, seed = 7}}
  prim.weight @"transformer.h.7.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 89, seed = 7}}
  prim.weight @"transformer.h.7.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 90, seed = 7}}
  prim.weight @"transformer.h.7.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 91, seed = 7}}
  prim.weight @"transformer.h.7.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 92, seed = 7}}
  prim.weight @"transformer.h.7.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 93, seed = 7}}
  prim.weight @"transformer.h.7.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 94, seed = 7}}
  prim.weight @"transformer.h.7.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 95, seed = 7}}
  prim.weight @"transformer.h.7.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 96, seed = 7}}
  prim.weight @"transformer.h.7.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 97, seed = 7}}
  prim.weight @"transformer.h.8.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 98, seed = 7}}
  prim.weight @"transformer.h.8.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 99, seed = 7}}
  prim.weight @"transformer.h.8.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 100, seed = 7}}
  prim.weight @"transformer.h.8.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 101, seed = 7}}
  prim.weight @"transformer.h.8.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 102, seed = 7}}
  prim.weight @"transformer.h.8.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 103, seed = 7}}
  prim.weight @"transformer.h.8.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 104, seed = 7}}
  prim.weight @"transformer.h.8.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 105, seed = 7}}
  prim.weight @"transformer.h.8.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 106, seed = 7}}
  prim.weight @"transformer.h.8.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 107, seed = 7}}
  prim.weight @"transformer.h.8.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 108, seed = 7}}
  prim.weight @"transformer.h.8.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 109, seed = 7}}
  prim.weight @"transformer.h.9.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 110, seed = 7}}
  prim.weight @"transformer.h.9.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 111, seed = 7}}
  prim.weight @"transformer.h.9.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 112, seed = 7}}
  prim.weight @"transformer.h.9.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 113, seed = 7}}
  prim.weight @"transformer.h.9.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 114, seed = 7}}
  prim.weight @"transformer.h.9.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 115, seed = 7}}
  prim.weight @"transformer.h.9.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 116, seed = 7}}
  prim.weight @"transformer.h.9.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 117, seed = 7}}
  prim.weight @"transformer.h.9.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 118, seed = 7}}
  prim.weight @"transformer.h.9.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 119, seed = 7}}
  prim.weight @"transformer.h.9.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 120, seed = 7}}
  prim.weight @"transformer.h.9.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 121, seed = 7}}
  prim.weight @"transformer.h.10.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 122, seed = 7}}
  prim.weight @"transformer.h.10.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 123, seed = 7}}
  prim.weight @"transformer.h.10.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 124, seed = 7}}
  prim.weight @"transformer.h.10.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 125, seed = 7}}
  prim.weight @"transformer.h.10.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 126, seed = 7}}
  prim.weight @"transformer.h.10.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 127, seed = 7}}
  prim.weight @"transformer.h.10.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 128, seed = 7}}
  prim.weight @"transformer.h.10.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 129, seed = 7}}
  prim.weight @"transformer.h.10.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 130, seed = 7}}
  prim.weight @"transformer.h.10.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 131, seed = 7}}
  prim.weight @"transformer.h.10.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 132, seed = 7}}
  prim.weight @"transformer.h.10.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 133, seed = 7}}
  prim.weight @"transformer.h.11.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 134, seed = 7}}
  prim.weight @"transformer.h.11.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 135, seed = 7}}
  prim.weight @"transformer.h.11.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 136, seed = 7}}
  prim.weight @"transformer.h.11.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 137, seed = 7}}
  prim.weight @"transformer.h.11.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 138, seed = 7}}
  prim.weight @"transformer.h.11.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 139, seed = 7}}
  prim.weight @"transformer.h.11.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 140, seed = 7}}
  prim.weight @"transformer.h.11.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 141, seed = 7}}
  prim.weight @"transformer.h.11.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 142, seed = 7}}
  prim.weight @"transformer.h.11.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 143, seed = 7}}
  prim.weight @"transformer.h.11.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 144, seed = 7}}
  prim.weight @"transformer.h.11.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 145, seed = 7}}
  prim.weight @"transformer.ln_f.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 146, seed = 7}}
  prim.weight @"transformer.ln_f.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 147, seed = 7}}
  prim.weight @"transformer.wte.weight" : tensor<50257x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 0, seed = 7}}
  fx.graph @main(%input_ids: tensor<1x256xi64> {fx.name = "input_ids", tc.init = {kind = "randint", low = 0, high = 50257, stream = 900, seed = 7}})
      -> (tensor<1x256x50257xf32>) {
    %view = fx.call "aten.view.default"(%input_ids, [-1, 256]) : (tensor<1x256xi64>) -> tensor<1x256xi64> loc(#loc0)
    %p_lm_head_weight = fx.get_attr @"transformer.wte.weight" : tensor<50257x768xf32>
    %embedding = fx.call "aten.embedding.default"(%p_lm_head_weight, %view) : (tensor<50257x768xf32>, tensor<1x256xi64>) -> tensor<1x256x768xf32> loc(#loc1)
    %arange = fx.call "aten.arange.default"(256, device = "cpu", pin_memory = false) : () -> tensor<256xi64> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%arange, 0) : (tensor<256xi64>) -> tensor<256xi64> loc(#loc0)
    %unsqueeze = fx.call "aten.unsqueeze.default"(%add, 0) : (tensor<256xi64>) -> tensor<1x256xi64> loc(#loc0)
    %p_transformer_wpe_weight = fx.get_attr @"transformer.wpe.weight" : tensor<1024x768xf32>
    %embedding_1 = fx.call "aten.embedding.default"(%p_transformer_wpe_weight, %unsqueeze) : (tensor<1024x768xf32>, tensor<1x256xi64>) -> tensor<1x256x768xf32> loc(#loc2)
    fx.call "aten._assert_tensor_metadata.default"(%embedding_1, dtype = f32, device = "cpu", layout = "strided") : (tensor<1x256x768xf32>) -> () loc(#loc0)
    %to = fx.call "aten.to.dtype_layout"(%embedding_1, dtype = f32, layout = "strided", device = "cpu") : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc0)
    %add_1 = fx.call "aten.add.Tensor"(%embedding, %to) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc0)
    %slice_1 = fx.call "aten.slice.Tensor"(%unsqueeze, 1, 0, 1) : (tensor<1x256xi64>) -> tensor<1x1xi64> loc(#loc0)
    %sub = fx.call "aten.sub.Tensor"(%slice_1, 1) : (tensor<1x1xi64>) -> tensor<1x1xi64> loc(#loc0)
    %diff = fx.call "aten.diff.default"(%unsqueeze, 1, -1, %sub) : (tensor<1x256xi64>, tensor<1x1xi64>) -> tensor<1x256xi64> loc(#loc0)
    %ne = fx.call "aten.ne.Scalar"(%diff, 1) : (tensor<1x256xi64>) -> tensor<1x256xi1> loc(#loc0)
    %cumsum = fx.call "aten.cumsum.default"(%ne, -1) : (tensor<1x256xi1>) -> tensor<1x256xi64> loc(#loc0)
    %expand = fx.call "aten.expand.default"(%unsqueeze, [1, -1]) : (tensor<1x256xi64>) -> tensor<1x256xi64> loc(#loc0)
    %arange_1 = fx.call "aten.arange.default"(1, device = "cpu", pin_memory = false) : () -> tensor<1xi64> loc(#loc0)
    %arange_2 = fx.call "aten.arange.default"(1, device = "cpu", pin_memory = false) : () -> tensor<1xi64> loc(#loc0)
    %arange_3 = fx.call "aten.arange.default"(256, device = "cpu", pin_memory = false) : () -> tensor<256xi64> loc(#loc0)
    %add_2 = fx.call "aten.add.Tensor"(%arange_3, 0) : (tensor<256xi64>) -> tensor<256xi64> loc(#loc0)
    %arange_4 = fx.call "aten.arange.default"(256, device = "cpu", pin_memory = false) : () -> tensor<256xi64> loc(#loc0)
    %add_3 = fx.call "aten.add.Tensor"(%arange_4, 0) : (tensor<256xi64>) -> tensor<256xi64> loc(#loc0)
    %unsqueeze_1 = fx.call "aten.unsqueeze.default"(%arange_1, 1) : (tensor<1xi64>) -> tensor<1x1xi64> loc(#loc0)
    %unsqueeze_2 = fx.call "aten.unsqueeze.default"(%unsqueeze_1, 2) : (tensor<1x1xi64>) -> tensor<1x1x1xi64> loc(#loc0)
    %unsqueeze_3 = fx.call "aten.unsqueeze.default"(%unsqueeze_2, 3) : (tensor<1x1x1xi64>) -> tensor<1x1x1x1xi64> loc(#loc0)
    %unsqueeze_4 = fx.call "aten.unsqueeze.default"(%arange_2, 0) : (tensor<1xi64>) -> tensor<1x1xi64> loc(#loc0)
    %unsqueeze_5 = fx.call "aten.unsqueeze.default"(%unsqueeze_4, 2) : (tensor<1x1xi64>) -> tensor<1x1x1xi64> loc(#loc0)
    %unsqueeze_6 = fx.call "aten.unsqueeze.default"(%unsqueeze_5, 3) : (tensor<1x1x1xi64>) -> tensor<1x1x1x1xi64> loc(#loc0)
    %unsqueeze_7 = fx.call "aten.unsqueeze.default"(%add_2, 0) : (tensor<256xi64>) -> tensor<1x256xi64> loc(#loc0)
    %unsqueeze_8 = fx.call "aten.unsqueeze.default"(%unsqueeze_7, 1) : (tensor<1x256xi64>) -> tensor<1x1x256xi64> loc(#loc0)
    %unsqueeze_9 = fx.call "aten.unsqueeze.default"(%unsqueeze_8, 3) : (tensor<1x1x256xi64>) -> tensor<1x1x256x1xi64> loc(#loc0)
    %unsqueeze_10 = fx.call "aten.unsqueeze.default"(%add_3, 0) : (tensor<256xi64>) -> tensor<1x256xi64> loc(#loc0)
    %unsqueeze_11 = fx.call "aten.unsqueeze.default"(%unsqueeze_10, 1) : (tensor<1x256xi64>) -> tensor<1x1x256xi64> loc(#loc0)
    %unsqueeze_12 = fx.call "aten.unsqueeze.default"(%unsqueeze_11, 2) : (tensor<1x1x256xi64>) -> tensor<1x1x1x256xi64> loc(#loc0)
    %new_ones = fx.call "aten.new_ones.default"(%unsqueeze_9, [], dtype = i1, pin_memory = false) : (tensor<1x1x256x1xi64>) -> tensor<i1> loc(#loc0)
    %index = fx.call "aten.index.Tensor"(%cumsum, [%unsqueeze_3, %unsqueeze_9]) : (tensor<1x256xi64>, tensor<1x1x1x1xi64>, tensor<1x1x256x1xi64>) -> tensor<1x1x256x1xi64> loc(#loc0)
    %index_1 = fx.call "aten.index.Tensor"(%cumsum, [%unsqueeze_3, %unsqueeze_12]) : (tensor<1x256xi64>, tensor<1x1x1x1xi64>, tensor<1x1x1x256xi64>) -> tensor<1x1x1x256xi64> loc(#loc0)
    %eq = fx.call "aten.eq.Tensor"(%index, %index_1) : (tensor<1x1x256x1xi64>, tensor<1x1x1x256xi64>) -> tensor<1x1x256x256xi1> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%eq, dtype = i1, device = "cpu", layout = "strided") : (tensor<1x1x256x256xi1>) -> () loc(#loc0)
    %to_1 = fx.call "aten.to.dtype_layout"(%eq, dtype = i1, layout = "strided", device = "cpu") : (tensor<1x1x256x256xi1>) -> tensor<1x1x256x256xi1> loc(#loc0)
    %and_1 = fx.call "aten.__and__.Tensor"(%new_ones, %to_1) : (tensor<i1>, tensor<1x1x256x256xi1>) -> tensor<1x1x256x256xi1> loc(#loc0)
    %index_2 = fx.call "aten.index.Tensor"(%expand, [%unsqueeze_3, %unsqueeze_9]) : (tensor<1x256xi64>, tensor<1x1x1x1xi64>, tensor<1x1x256x1xi64>) -> tensor<1x1x256x1xi64> loc(#loc0)
    %index_3 = fx.call "aten.index.Tensor"(%expand, [%unsqueeze_3, %unsqueeze_12]) : (tensor<1x256xi64>, tensor<1x1x1x1xi64>, tensor<1x1x1x256xi64>) -> tensor<1x1x1x256xi64> loc(#loc0)
    %le = fx.call "aten.le.Tensor"(%index_3, %index_2) : (tensor<1x1x1x256xi64>, tensor<1x1x256x1xi64>) -> tensor<1x1x256x256xi1> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%le, dtype = i1, device = "cpu", layout = "strided") : (tensor<1x1x256x256xi1>) -> () loc(#loc0)
    %to_2 = fx.call "aten.to.dtype_layout"(%le, dtype = i1, layout = "strided", device = "cpu") : (tensor<1x1x256x256xi1>) -> tensor<1x1x256x256xi1> loc(#loc0)
    %and_2 = fx.call "aten.__and__.Tensor"(%and_1, %to_2) : (tensor<1x1x256x256xi1>, tensor<1x1x256x256xi1>) -> tensor<1x1x256x256xi1> loc(#loc0)
    %expand_1 = fx.call "aten.expand.default"(%and_2, [1, -1, 256, 256]) : (tensor<1x1x256x256xi1>) -> tensor<1x1x256x256xi1> loc(#loc0)
    %dropout = fx.call "aten.dropout.default"(%add_1, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc3)
    %p_transformer_h_0_ln_1_weight = fx.get_attr @"transformer.h.0.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_0_ln_1_bias = fx.get_attr @"transformer.h.0.ln_1.bias" : tensor<768xf32>
    %layer_norm = fx.call "aten.layer_norm.default"(%dropout, [768], %p_transformer_h_0_ln_1_weight, %p_transformer_h_0_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc4)
    %view_1 = fx.call "aten.view.default"(%layer_norm, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc5)
    %p_transformer_h_0_attn_c_attn_bias = fx.get_attr @"transformer.h.0.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_0_attn_c_attn_weight = fx.get_attr @"transformer.h.0.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm = fx.call "aten.addmm.default"(%p_transformer_h_0_attn_c_attn_bias, %view_1, %p_transformer_h_0_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc5)
    %view_2 = fx.call "aten.view.default"(%addmm, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc5)
    %split:3 = fx.call "aten.split.Tensor"(%view_2, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc6)
    %view_3 = fx.call "aten.view.default"(%split#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc6)
    %transpose = fx.call "aten.transpose.int"(%view_3, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc6)
    %view_4 = fx.call "aten.view.default"(%split#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc6)
    %transpose_1 = fx.call "aten.transpose.int"(%view_4, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc6)
    %view_5 = fx.call "aten.view.default"(%split#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc6)
    %transpose_2 = fx.call "aten.transpose.int"(%view_5, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc6)
    %scaled_dot_product_attention = fx.call "aten.scaled_dot_product_attention.default"(%transpose_2, %transpose, %transpose_1, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc6)
    %reshape = fx.call "aten.reshape.default"(%scaled_dot_product_attention, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc6)
    %transpose_3 = fx.call "aten.transpose.int"(%reshape, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc6)
    %reshape_1 = fx.call "aten.reshape.default"(%transpose_3, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc6)
    %view_6 = fx.call "aten.view.default"(%reshape_1, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc7)
    %p_transformer_h_0_attn_c_proj_bias = fx.get_attr @"transformer.h.0.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_0_attn_c_proj_weight = fx.get_attr @"transformer.h.0.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_1 = fx.call "aten.addmm.default"(%p_transformer_h_0_attn_c_proj_bias, %view_6, %p_transformer_h_0_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc7)
    %view_7 = fx.call "aten.view.default"(%addmm_1, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc7)
    %dropout_1 = fx.call "aten.dropout.default"(%view_7, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc8)
    %add_4 = fx.call "aten.add.Tensor"(%dropout_1, %dropout) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc9)
    %p_transformer_h_0_ln_2_weight = fx.get_attr @"transformer.h.0.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_0_ln_2_bias = fx.get_attr @"transformer.h.0.ln_2.bias" : tensor<768xf32>
    %layer_norm_1 = fx.call "aten.layer_norm.default"(%add_4, [768], %p_transformer_h_0_ln_2_weight, %p_transformer_h_0_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc10)
    %view_8 = fx.call "aten.view.default"(%layer_norm_1, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc11)
    %p_transformer_h_0_mlp_c_fc_bias = fx.get_attr @"transformer.h.0.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_0_mlp_c_fc_weight = fx.get_attr @"transformer.h.0.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_2 = fx.call "aten.addmm.default"(%p_transformer_h_0_mlp_c_fc_bias, %view_8, %p_transformer_h_0_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc11)
    %view_9 = fx.call "aten.view.default"(%addmm_2, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc11)
    %mul = fx.call "aten.mul.Tensor"(%view_9, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc12)
    %pow_1 = fx.call "aten.pow.Tensor_Scalar"(%view_9, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc12)
    %mul_1 = fx.call "aten.mul.Tensor"(%pow_1, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc12)
    %add_5 = fx.call "aten.add.Tensor"(%view_9, %mul_1) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc12)
    %mul_2 = fx.call "aten.mul.Tensor"(%add_5, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc12)
    %tanh = fx.call "aten.tanh.default"(%mul_2) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc12)
    %add_6 = fx.call "aten.add.Tensor"(%tanh, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc12)
    %mul_3 = fx.call "aten.mul.Tensor"(%mul, %add_6) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc12)
    %view_10 = fx.call "aten.view.default"(%mul_3, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc13)
    %p_transformer_h_0_mlp_c_proj_bias = fx.get_attr @"transformer.h.0.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_0_mlp_c_proj_weight = fx.get_attr @"transformer.h.0.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_3 = fx.call "aten.addmm.default"(%p_transformer_h_0_mlp_c_proj_bias, %view_10, %p_transformer_h_0_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc13)
    %view_11 = fx.call "aten.view.default"(%addmm_3, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc13)
    %dropout_2 = fx.call "aten.dropout.default"(%view_11, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc14)
    %add_7 = fx.call "aten.add.Tensor"(%add_4, %dropout_2) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc9)
    %p_transformer_h_1_ln_1_weight = fx.get_attr @"transformer.h.1.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_1_ln_1_bias = fx.get_attr @"transformer.h.1.ln_1.bias" : tensor<768xf32>
    %layer_norm_2 = fx.call "aten.layer_norm.default"(%add_7, [768], %p_transformer_h_1_ln_1_weight, %p_transformer_h_1_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc15)
    %view_12 = fx.call "aten.view.default"(%layer_norm_2, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc16)
    %p_transformer_h_1_attn_c_attn_bias = fx.get_attr @"transformer.h.1.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_1_attn_c_attn_weight = fx.get_attr @"transformer.h.1.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_4 = fx.call "aten.addmm.default"(%p_transformer_h_1_attn_c_attn_bias, %view_12, %p_transformer_h_1_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc16)
    %view_13 = fx.call "aten.view.default"(%addmm_4, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc16)
    %split_1:3 = fx.call "aten.split.Tensor"(%view_13, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc17)
    %view_14 = fx.call "aten.view.default"(%split_1#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc17)
    %transpose_4 = fx.call "aten.transpose.int"(%view_14, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc17)
    %view_15 = fx.call "aten.view.default"(%split_1#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc17)
    %transpose_5 = fx.call "aten.transpose.int"(%view_15, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc17)
    %view_16 = fx.call "aten.view.default"(%split_1#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc17)
    %transpose_6 = fx.call "aten.transpose.int"(%view_16, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc17)
    %scaled_dot_product_attention_1 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_6, %transpose_4, %transpose_5, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc17)
    %reshape_2 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_1, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc17)
    %transpose_7 = fx.call "aten.transpose.int"(%reshape_2, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc17)
    %reshape_3 = fx.call "aten.reshape.default"(%transpose_7, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc17)
    %view_17 = fx.call "aten.view.default"(%reshape_3, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc18)
    %p_transformer_h_1_attn_c_proj_bias = fx.get_attr @"transformer.h.1.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_1_attn_c_proj_weight = fx.get_attr @"transformer.h.1.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_5 = fx.call "aten.addmm.default"(%p_transformer_h_1_attn_c_proj_bias, %view_17, %p_transformer_h_1_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc18)
    %view_18 = fx.call "aten.view.default"(%addmm_5, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc18)
    %dropout_3 = fx.call "aten.dropout.default"(%view_18, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc19)
    %add_8 = fx.call "aten.add.Tensor"(%dropout_3, %add_7) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc20)
    %p_transformer_h_1_ln_2_weight = fx.get_attr @"transformer.h.1.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_1_ln_2_bias = fx.get_attr @"transformer.h.1.ln_2.bias" : tensor<768xf32>
    %layer_norm_3 = fx.call "aten.layer_norm.default"(%add_8, [768], %p_transformer_h_1_ln_2_weight, %p_transformer_h_1_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc21)
    %view_19 = fx.call "aten.view.default"(%layer_norm_3, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc22)
    %p_transformer_h_1_mlp_c_fc_bias = fx.get_attr @"transformer.h.1.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_1_mlp_c_fc_weight = fx.get_attr @"transformer.h.1.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_6 = fx.call "aten.addmm.default"(%p_transformer_h_1_mlp_c_fc_bias, %view_19, %p_transformer_h_1_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc22)
    %view_20 = fx.call "aten.view.default"(%addmm_6, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc22)
    %mul_4 = fx.call "aten.mul.Tensor"(%view_20, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc23)
    %pow_2 = fx.call "aten.pow.Tensor_Scalar"(%view_20, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc23)
    %mul_5 = fx.call "aten.mul.Tensor"(%pow_2, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc23)
    %add_9 = fx.call "aten.add.Tensor"(%view_20, %mul_5) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc23)
    %mul_6 = fx.call "aten.mul.Tensor"(%add_9, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc23)
    %tanh_1 = fx.call "aten.tanh.default"(%mul_6) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc23)
    %add_10 = fx.call "aten.add.Tensor"(%tanh_1, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc23)
    %mul_7 = fx.call "aten.mul.Tensor"(%mul_4, %add_10) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc23)
    %view_21 = fx.call "aten.view.default"(%mul_7, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc24)
    %p_transformer_h_1_mlp_c_proj_bias = fx.get_attr @"transformer.h.1.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_1_mlp_c_proj_weight = fx.get_attr @"transformer.h.1.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_7 = fx.call "aten.addmm.default"(%p_transformer_h_1_mlp_c_proj_bias, %view_21, %p_transformer_h_1_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc24)
    %view_22 = fx.call "aten.view.default"(%addmm_7, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc24)
    %dropout_4 = fx.call "aten.dropout.default"(%view_22, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc25)
    %add_11 = fx.call "aten.add.Tensor"(%add_8, %dropout_4) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc20)
    %p_transformer_h_2_ln_1_weight = fx.get_attr @"transformer.h.2.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_2_ln_1_bias = fx.get_attr @"transformer.h.2.ln_1.bias" : tensor<768xf32>
    %layer_norm_4 = fx.call "aten.layer_norm.default"(%add_11, [768], %p_transformer_h_2_ln_1_weight, %p_transformer_h_2_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc26)
    %view_23 = fx.call "aten.view.default"(%layer_norm_4, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc27)
    %p_transformer_h_2_attn_c_attn_bias = fx.get_attr @"transformer.h.2.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_2_attn_c_attn_weight = fx.get_attr @"transformer.h.2.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_8 = fx.call "aten.addmm.default"(%p_transformer_h_2_attn_c_attn_bias, %view_23, %p_transformer_h_2_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc27)
    %view_24 = fx.call "aten.view.default"(%addmm_8, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc27)
    %split_2:3 = fx.call "aten.split.Tensor"(%view_24, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc28)
    %view_25 = fx.call "aten.view.default"(%split_2#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc28)
    %transpose_8 = fx.call "aten.transpose.int"(%view_25, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc28)
    %view_26 = fx.call "aten.view.default"(%split_2#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc28)
    %transpose_9 = fx.call "aten.transpose.int"(%view_26, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc28)
    %view_27 = fx.call "aten.view.default"(%split_2#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc28)
    %transpose_10 = fx.call "aten.transpose.int"(%view_27, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc28)
    %scaled_dot_product_attention_2 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_10, %transpose_8, %transpose_9, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc28)
    %reshape_4 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_2, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc28)
    %transpose_11 = fx.call "aten.transpose.int"(%reshape_4, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc28)
    %reshape_5 = fx.call "aten.reshape.default"(%transpose_11, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc28)
    %view_28 = fx.call "aten.view.default"(%reshape_5, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc29)
    %p_transformer_h_2_attn_c_proj_bias = fx.get_attr @"transformer.h.2.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_2_attn_c_proj_weight = fx.get_attr @"transformer.h.2.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_9 = fx.call "aten.addmm.default"(%p_transformer_h_2_attn_c_proj_bias, %view_28, %p_transformer_h_2_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc29)
    %view_29 = fx.call "aten.view.default"(%addmm_9, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc29)
    %dropout_5 = fx.call "aten.dropout.default"(%view_29, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc30)
    %add_12 = fx.call "aten.add.Tensor"(%dropout_5, %add_11) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc31)
    %p_transformer_h_2_ln_2_weight = fx.get_attr @"transformer.h.2.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_2_ln_2_bias = fx.get_attr @"transformer.h.2.ln_2.bias" : tensor<768xf32>
    %layer_norm_5 = fx.call "aten.layer_norm.default"(%add_12, [768], %p_transformer_h_2_ln_2_weight, %p_transformer_h_2_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc32)
    %view_30 = fx.call "aten.view.default"(%layer_norm_5, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc33)
    %p_transformer_h_2_mlp_c_fc_bias = fx.get_attr @"transformer.h.2.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_2_mlp_c_fc_weight = fx.get_attr @"transformer.h.2.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_10 = fx.call "aten.addmm.default"(%p_transformer_h_2_mlp_c_fc_bias, %view_30, %p_transformer_h_2_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc33)
    %view_31 = fx.call "aten.view.default"(%addmm_10, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc33)
    %mul_8 = fx.call "aten.mul.Tensor"(%view_31, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc34)
    %pow_3 = fx.call "aten.pow.Tensor_Scalar"(%view_31, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc34)
    %mul_9 = fx.call "aten.mul.Tensor"(%pow_3, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc34)
    %add_13 = fx.call "aten.add.Tensor"(%view_31, %mul_9) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc34)
    %mul_10 = fx.call "aten.mul.Tensor"(%add_13, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc34)
    %tanh_2 = fx.call "aten.tanh.default"(%mul_10) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc34)
    %add_14 = fx.call "aten.add.Tensor"(%tanh_2, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc34)
    %mul_11 = fx.call "aten.mul.Tensor"(%mul_8, %add_14) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc34)
    %view_32 = fx.call "aten.view.default"(%mul_11, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc35)
    %p_transformer_h_2_mlp_c_proj_bias = fx.get_attr @"transformer.h.2.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_2_mlp_c_proj_weight = fx.get_attr @"transformer.h.2.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_11 = fx.call "aten.addmm.default"(%p_transformer_h_2_mlp_c_proj_bias, %view_32, %p_transformer_h_2_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc35)
    %view_33 = fx.call "aten.view.default"(%addmm_11, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc35)
    %dropout_6 = fx.call "aten.dropout.default"(%view_33, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc36)
    %add_15 = fx.call "aten.add.Tensor"(%add_12, %dropout_6) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc31)
    %p_transformer_h_3_ln_1_weight = fx.get_attr @"transformer.h.3.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_3_ln_1_bias = fx.get_attr @"transformer.h.3.ln_1.bias" : tensor<768xf32>
    %layer_norm_6 = fx.call "aten.layer_norm.default"(%add_15, [768], %p_transformer_h_3_ln_1_weight, %p_transformer_h_3_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc37)
    %view_34 = fx.call "aten.view.default"(%layer_norm_6, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc38)
    %p_transformer_h_3_attn_c_attn_bias = fx.get_attr @"transformer.h.3.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_3_attn_c_attn_weight = fx.get_attr @"transformer.h.3.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_12 = fx.call "aten.addmm.default"(%p_transformer_h_3_attn_c_attn_bias, %view_34, %p_transformer_h_3_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc38)
    %view_35 = fx.call "aten.view.default"(%addmm_12, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc38)
    %split_3:3 = fx.call "aten.split.Tensor"(%view_35, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc39)
    %view_36 = fx.call "aten.view.default"(%split_3#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc39)
    %transpose_12 = fx.call "aten.transpose.int"(%view_36, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc39)
    %view_37 = fx.call "aten.view.default"(%split_3#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc39)
    %transpose_13 = fx.call "aten.transpose.int"(%view_37, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc39)
    %view_38 = fx.call "aten.view.default"(%split_3#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc39)
    %transpose_14 = fx.call "aten.transpose.int"(%view_38, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc39)
    %scaled_dot_product_attention_3 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_14, %transpose_12, %transpose_13, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc39)
    %reshape_6 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_3, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc39)
    %transpose_15 = fx.call "aten.transpose.int"(%reshape_6, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc39)
    %reshape_7 = fx.call "aten.reshape.default"(%transpose_15, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc39)
    %view_39 = fx.call "aten.view.default"(%reshape_7, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc40)
    %p_transformer_h_3_attn_c_proj_bias = fx.get_attr @"transformer.h.3.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_3_attn_c_proj_weight = fx.get_attr @"transformer.h.3.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_13 = fx.call "aten.addmm.default"(%p_transformer_h_3_attn_c_proj_bias, %view_39, %p_transformer_h_3_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc40)
    %view_40 = fx.call "aten.view.default"(%addmm_13, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc40)
    %dropout_7 = fx.call "aten.dropout.default"(%view_40, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc41)
    %add_16 = fx.call "aten.add.Tensor"(%dropout_7, %add_15) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc42)
    %p_transformer_h_3_ln_2_weight = fx.get_attr @"transformer.h.3.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_3_ln_2_bias = fx.get_attr @"transformer.h.3.ln_2.bias" : tensor<768xf32>
    %layer_norm_7 = fx.call "aten.layer_norm.default"(%add_16, [768], %p_transformer_h_3_ln_2_weight, %p_transformer_h_3_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc43)
    %view_41 = fx.call "aten.view.default"(%layer_norm_7, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc44)
    %p_transformer_h_3_mlp_c_fc_bias = fx.get_attr @"transformer.h.3.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_3_mlp_c_fc_weight = fx.get_attr @"transformer.h.3.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_14 = fx.call "aten.addmm.default"(%p_transformer_h_3_mlp_c_fc_bias, %view_41, %p_transformer_h_3_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc44)
    %view_42 = fx.call "aten.view.default"(%addmm_14, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc44)
    %mul_12 = fx.call "aten.mul.Tensor"(%view_42, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc45)
    %pow_4 = fx.call "aten.pow.Tensor_Scalar"(%view_42, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc45)
    %mul_13 = fx.call "aten.mul.Tensor"(%pow_4, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc45)
    %add_17 = fx.call "aten.add.Tensor"(%view_42, %mul_13) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc45)
    %mul_14 = fx.call "aten.mul.Tensor"(%add_17, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc45)
    %tanh_3 = fx.call "aten.tanh.default"(%mul_14) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc45)
    %add_18 = fx.call "aten.add.Tensor"(%tanh_3, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc45)
    %mul_15 = fx.call "aten.mul.Tensor"(%mul_12, %add_18) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc45)
    %view_43 = fx.call "aten.view.default"(%mul_15, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc46)
    %p_transformer_h_3_mlp_c_proj_bias = fx.get_attr @"transformer.h.3.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_3_mlp_c_proj_weight = fx.get_attr @"transformer.h.3.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_15 = fx.call "aten.addmm.default"(%p_transformer_h_3_mlp_c_proj_bias, %view_43, %p_transformer_h_3_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc46)
    %view_44 = fx.call "aten.view.default"(%addmm_15, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc46)
    %dropout_8 = fx.call "aten.dropout.default"(%view_44, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc47)
    %add_19 = fx.call "aten.add.Tensor"(%add_16, %dropout_8) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc42)
    %p_transformer_h_4_ln_1_weight = fx.get_attr @"transformer.h.4.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_4_ln_1_bias = fx.get_attr @"transformer.h.4.ln_1.bias" : tensor<768xf32>
    %layer_norm_8 = fx.call "aten.layer_norm.default"(%add_19, [768], %p_transformer_h_4_ln_1_weight, %p_transformer_h_4_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc48)
    %view_45 = fx.call "aten.view.default"(%layer_norm_8, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc49)
    %p_transformer_h_4_attn_c_attn_bias = fx.get_attr @"transformer.h.4.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_4_attn_c_attn_weight = fx.get_attr @"transformer.h.4.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_16 = fx.call "aten.addmm.default"(%p_transformer_h_4_attn_c_attn_bias, %view_45, %p_transformer_h_4_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc49)
    %view_46 = fx.call "aten.view.default"(%addmm_16, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc49)
    %split_4:3 = fx.call "aten.split.Tensor"(%view_46, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc50)
    %view_47 = fx.call "aten.view.default"(%split_4#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc50)
    %transpose_16 = fx.call "aten.transpose.int"(%view_47, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc50)
    %view_48 = fx.call "aten.view.default"(%split_4#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc50)
    %transpose_17 = fx.call "aten.transpose.int"(%view_48, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc50)
    %view_49 = fx.call "aten.view.default"(%split_4#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc50)
    %transpose_18 = fx.call "aten.transpose.int"(%view_49, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc50)
    %scaled_dot_product_attention_4 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_18, %transpose_16, %transpose_17, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc50)
    %reshape_8 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_4, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc50)
    %transpose_19 = fx.call "aten.transpose.int"(%reshape_8, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc50)
    %reshape_9 = fx.call "aten.reshape.default"(%transpose_19, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc50)
    %view_50 = fx.call "aten.view.default"(%reshape_9, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc51)
    %p_transformer_h_4_attn_c_proj_bias = fx.get_attr @"transformer.h.4.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_4_attn_c_proj_weight = fx.get_attr @"transformer.h.4.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_17 = fx.call "aten.addmm.default"(%p_transformer_h_4_attn_c_proj_bias, %view_50, %p_transformer_h_4_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc51)
    %view_51 = fx.call "aten.view.default"(%addmm_17, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc51)
    %dropout_9 = fx.call "aten.dropout.default"(%view_51, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc52)
    %add_20 = fx.call "aten.add.Tensor"(%dropout_9, %add_19) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc53)
    %p_transformer_h_4_ln_2_weight = fx.get_attr @"transformer.h.4.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_4_ln_2_bias = fx.get_attr @"transformer.h.4.ln_2.bias" : tensor<768xf32>
    %layer_norm_9 = fx.call "aten.layer_norm.default"(%add_20, [768], %p_transformer_h_4_ln_2_weight, %p_transformer_h_4_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc54)
    %view_52 = fx.call "aten.view.default"(%layer_norm_9, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc55)
    %p_transformer_h_4_mlp_c_fc_bias = fx.get_attr @"transformer.h.4.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_4_mlp_c_fc_weight = fx.get_attr @"transformer.h.4.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_18 = fx.call "aten.addmm.default"(%p_transformer_h_4_mlp_c_fc_bias, %view_52, %p_transformer_h_4_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc55)
    %view_53 = fx.call "aten.view.default"(%addmm_18, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc55)
    %mul_16 = fx.call "aten.mul.Tensor"(%view_53, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc56)
    %pow_5 = fx.call "aten.pow.Tensor_Scalar"(%view_53, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc56)
    %mul_17 = fx.call "aten.mul.Tensor"(%pow_5, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc56)
    %add_21 = fx.call "aten.add.Tensor"(%view_53, %mul_17) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc56)
    %mul_18 = fx.call "aten.mul.Tensor"(%add_21, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc56)
    %tanh_4 = fx.call "aten.tanh.default"(%mul_18) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc56)
    %add_22 = fx.call "aten.add.Tensor"(%tanh_4, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc56)
    %mul_19 = fx.call "aten.mul.Tensor"(%mul_16, %add_22) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc56)
    %view_54 = fx.call "aten.view.default"(%mul_19, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc57)
    %p_transformer_h_4_mlp_c_proj_bias = fx.get_attr @"transformer.h.4.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_4_mlp_c_proj_weight = fx.get_attr @"transformer.h.4.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_19 = fx.call "aten.addmm.default"(%p_transformer_h_4_mlp_c_proj_bias, %view_54, %p_transformer_h_4_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc57)
    %view_55 = fx.call "aten.view.default"(%addmm_19, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc57)
    %dropout_10 = fx.call "aten.dropout.default"(%view_55, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc58)
    %add_23 = fx.call "aten.add.Tensor"(%add_20, %dropout_10) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc53)
    %p_transformer_h_5_ln_1_weight = fx.get_attr @"transformer.h.5.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_5_ln_1_bias = fx.get_attr @"transformer.h.5.ln_1.bias" : tensor<768xf32>
    %layer_norm_10 = fx.call "aten.layer_norm.default"(%add_23, [768], %p_transformer_h_5_ln_1_weight, %p_transformer_h_5_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc59)
    %view_56 = fx.call "aten.view.default"(%layer_norm_10, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc60)
    %p_transformer_h_5_attn_c_attn_bias = fx.get_attr @"transformer.h.5.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_5_attn_c_attn_weight = fx.get_attr @"transformer.h.5.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_20 = fx.call "aten.addmm.default"(%p_transformer_h_5_attn_c_attn_bias, %view_56, %p_transformer_h_5_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc60)
    %view_57 = fx.call "aten.view.default"(%addmm_20, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc60)
    %split_5:3 = fx.call "aten.split.Tensor"(%view_57, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc61)
    %view_58 = fx.call "aten.view.default"(%split_5#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc61)
    %transpose_20 = fx.call "aten.transpose.int"(%view_58, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc61)
    %view_59 = fx.call "aten.view.default"(%split_5#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc61)
    %transpose_21 = fx.call "aten.transpose.int"(%view_59, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc61)
    %view_60 = fx.call "aten.view.default"(%split_5#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc61)
    %transpose_22 = fx.call "aten.transpose.int"(%view_60, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc61)
    %scaled_dot_product_attention_5 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_22, %transpose_20, %transpose_21, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc61)
    %reshape_10 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_5, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc61)
    %transpose_23 = fx.call "aten.transpose.int"(%reshape_10, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc61)
    %reshape_11 = fx.call "aten.reshape.default"(%transpose_23, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc61)
    %view_61 = fx.call "aten.view.default"(%reshape_11, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc62)
    %p_transformer_h_5_attn_c_proj_bias = fx.get_attr @"transformer.h.5.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_5_attn_c_proj_weight = fx.get_attr @"transformer.h.5.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_21 = fx.call "aten.addmm.default"(%p_transformer_h_5_attn_c_proj_bias, %view_61, %p_transformer_h_5_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc62)
    %view_62 = fx.call "aten.view.default"(%addmm_21, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc62)
    %dropout_11 = fx.call "aten.dropout.default"(%view_62, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc63)
    %add_24 = fx.call "aten.add.Tensor"(%dropout_11, %add_23) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc64)
    %p_transformer_h_5_ln_2_weight = fx.get_attr @"transformer.h.5.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_5_ln_2_bias = fx.get_attr @"transformer.h.5.ln_2.bias" : tensor<768xf32>
    %layer_norm_11 = fx.call "aten.layer_norm.default"(%add_24, [768], %p_transformer_h_5_ln_2_weight, %p_transformer_h_5_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc65)
    %view_63 = fx.call "aten.view.default"(%layer_norm_11, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc66)
    %p_transformer_h_5_mlp_c_fc_bias = fx.get_attr @"transformer.h.5.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_5_mlp_c_fc_weight = fx.get_attr @"transformer.h.5.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_22 = fx.call "aten.addmm.default"(%p_transformer_h_5_mlp_c_fc_bias, %view_63, %p_transformer_h_5_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc66)
    %view_64 = fx.call "aten.view.default"(%addmm_22, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc66)
    %mul_20 = fx.call "aten.mul.Tensor"(%view_64, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc67)
    %pow_6 = fx.call "aten.pow.Tensor_Scalar"(%view_64, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc67)
    %mul_21 = fx.call "aten.mul.Tensor"(%pow_6, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc67)
    %add_25 = fx.call "aten.add.Tensor"(%view_64, %mul_21) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc67)
    %mul_22 = fx.call "aten.mul.Tensor"(%add_25, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc67)
    %tanh_5 = fx.call "aten.tanh.default"(%mul_22) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc67)
    %add_26 = fx.call "aten.add.Tensor"(%tanh_5, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc67)
    %mul_23 = fx.call "aten.mul.Tensor"(%mul_20, %add_26) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc67)
    %view_65 = fx.call "aten.view.default"(%mul_23, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc68)
    %p_transformer_h_5_mlp_c_proj_bias = fx.get_attr @"transformer.h.5.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_5_mlp_c_proj_weight = fx.get_attr @"transformer.h.5.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_23 = fx.call "aten.addmm.default"(%p_transformer_h_5_mlp_c_proj_bias, %view_65, %p_transformer_h_5_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc68)
    %view_66 = fx.call "aten.view.default"(%addmm_23, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc68)
    %dropout_12 = fx.call "aten.dropout.default"(%view_66, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc69)
    %add_27 = fx.call "aten.add.Tensor"(%add_24, %dropout_12) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc64)
    %p_transformer_h_6_ln_1_weight = fx.get_attr @"transformer.h.6.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_6_ln_1_bias = fx.get_attr @"transformer.h.6.ln_1.bias" : tensor<768xf32>
    %layer_norm_12 = fx.call "aten.layer_norm.default"(%add_27, [768], %p_transformer_h_6_ln_1_weight, %p_transformer_h_6_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc70)
    %view_67 = fx.call "aten.view.default"(%layer_norm_12, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc71)
    %p_transformer_h_6_attn_c_attn_bias = fx.get_attr @"transformer.h.6.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_6_attn_c_attn_weight = fx.get_attr @"transformer.h.6.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_24 = fx.call "aten.addmm.default"(%p_transformer_h_6_attn_c_attn_bias, %view_67, %p_transformer_h_6_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc71)
    %view_68 = fx.call "aten.view.default"(%addmm_24, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc71)
    %split_6:3 = fx.call "aten.split.Tensor"(%view_68, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc72)
    %view_69 = fx.call "aten.view.default"(%split_6#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc72)
    %transpose_24 = fx.call "aten.transpose.int"(%view_69, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc72)
    %view_70 = fx.call "aten.view.default"(%split_6#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc72)
    %transpose_25 = fx.call "aten.transpose.int"(%view_70, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc72)
    %view_71 = fx.call "aten.view.default"(%split_6#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc72)
    %transpose_26 = fx.call "aten.transpose.int"(%view_71, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc72)
    %scaled_dot_product_attention_6 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_26, %transpose_24, %transpose_25, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc72)
    %reshape_12 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_6, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc72)
    %transpose_27 = fx.call "aten.transpose.int"(%reshape_12, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc72)
    %reshape_13 = fx.call "aten.reshape.default"(%transpose_27, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc72)
    %view_72 = fx.call "aten.view.default"(%reshape_13, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc73)
    %p_transformer_h_6_attn_c_proj_bias = fx.get_attr @"transformer.h.6.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_6_attn_c_proj_weight = fx.get_attr @"transformer.h.6.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_25 = fx.call "aten.addmm.default"(%p_transformer_h_6_attn_c_proj_bias, %view_72, %p_transformer_h_6_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc73)
    %view_73 = fx.call "aten.view.default"(%addmm_25, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc73)
    %dropout_13 = fx.call "aten.dropout.default"(%view_73, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc74)
    %add_28 = fx.call "aten.add.Tensor"(%dropout_13, %add_27) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc75)
    %p_transformer_h_6_ln_2_weight = fx.get_attr @"transformer.h.6.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_6_ln_2_bias = fx.get_attr @"transformer.h.6.ln_2.bias" : tensor<768xf32>
    %layer_norm_13 = fx.call "aten.layer_norm.default"(%add_28, [768], %p_transformer_h_6_ln_2_weight, %p_transformer_h_6_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc76)
    %view_74 = fx.call "aten.view.default"(%layer_norm_13, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc77)
    %p_transformer_h_6_mlp_c_fc_bias = fx.get_attr @"transformer.h.6.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_6_mlp_c_fc_weight = fx.get_attr @"transformer.h.6.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_26 = fx.call "aten.addmm.default"(%p_transformer_h_6_mlp_c_fc_bias, %view_74, %p_transformer_h_6_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc77)
    %view_75 = fx.call "aten.view.default"(%addmm_26, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc77)
    %mul_24 = fx.call "aten.mul.Tensor"(%view_75, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc78)
    %pow_7 = fx.call "aten.pow.Tensor_Scalar"(%view_75, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc78)
    %mul_25 = fx.call "aten.mul.Tensor"(%pow_7, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc78)
    %add_29 = fx.call "aten.add.Tensor"(%view_75, %mul_25) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc78)
    %mul_26 = fx.call "aten.mul.Tensor"(%add_29, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc78)
    %tanh_6 = fx.call "aten.tanh.default"(%mul_26) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc78)
    %add_30 = fx.call "aten.add.Tensor"(%tanh_6, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc78)
    %mul_27 = fx.call "aten.mul.Tensor"(%mul_24, %add_30) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc78)
    %view_76 = fx.call "aten.view.default"(%mul_27, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc79)
    %p_transformer_h_6_mlp_c_proj_bias = fx.get_attr @"transformer.h.6.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_6_mlp_c_proj_weight = fx.get_attr @"transformer.h.6.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_27 = fx.call "aten.addmm.default"(%p_transformer_h_6_mlp_c_proj_bias, %view_76, %p_transformer_h_6_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc79)
    %view_77 = fx.call "aten.view.default"(%addmm_27, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc79)
    %dropout_14 = fx.call "aten.dropout.default"(%view_77, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc80)
    %add_31 = fx.call "aten.add.Tensor"(%add_28, %dropout_14) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc75)
    %p_transformer_h_7_ln_1_weight = fx.get_attr @"transformer.h.7.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_7_ln_1_bias = fx.get_attr @"transformer.h.7.ln_1.bias" : tensor<768xf32>
    %layer_norm_14 = fx.call "aten.layer_norm.default"(%add_31, [768], %p_transformer_h_7_ln_1_weight, %p_transformer_h_7_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc81)
    %view_78 = fx.call "aten.view.default"(%layer_norm_14, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc82)
    %p_transformer_h_7_attn_c_attn_bias = fx.get_attr @"transformer.h.7.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_7_attn_c_attn_weight = fx.get_attr @"transformer.h.7.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_28 = fx.call "aten.addmm.default"(%p_transformer_h_7_attn_c_attn_bias, %view_78, %p_transformer_h_7_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc82)
    %view_79 = fx.call "aten.view.default"(%addmm_28, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc82)
    %split_7:3 = fx.call "aten.split.Tensor"(%view_79, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc83)
    %view_80 = fx.call "aten.view.default"(%split_7#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc83)
    %transpose_28 = fx.call "aten.transpose.int"(%view_80, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc83)
    %view_81 = fx.call "aten.view.default"(%split_7#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc83)
    %transpose_29 = fx.call "aten.transpose.int"(%view_81, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc83)
    %view_82 = fx.call "aten.view.default"(%split_7#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc83)
    %transpose_30 = fx.call "aten.transpose.int"(%view_82, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc83)
    %scaled_dot_product_attention_7 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_30, %transpose_28, %transpose_29, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc83)
    %reshape_14 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_7, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc83)
    %transpose_31 = fx.call "aten.transpose.int"(%reshape_14, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc83)
    %reshape_15 = fx.call "aten.reshape.default"(%transpose_31, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc83)
    %view_83 = fx.call "aten.view.default"(%reshape_15, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc84)
    %p_transformer_h_7_attn_c_proj_bias = fx.get_attr @"transformer.h.7.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_7_attn_c_proj_weight = fx.get_attr @"transformer.h.7.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_29 = fx.call "aten.addmm.default"(%p_transformer_h_7_attn_c_proj_bias, %view_83, %p_transformer_h_7_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc84)
    %view_84 = fx.call "aten.view.default"(%addmm_29, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc84)
    %dropout_15 = fx.call "aten.dropout.default"(%view_84, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc85)
    %add_32 = fx.call "aten.add.Tensor"(%dropout_15, %add_31) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc86)
    %p_transformer_h_7_ln_2_weight = fx.get_attr @"transformer.h.7.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_7_ln_2_bias = fx.get_attr @"transformer.h.7.ln_2.bias" : tensor<768xf32>
    %layer_norm_15 = fx.call "aten.layer_norm.default"(%add_32, [768], %p_transformer_h_7_ln_2_weight, %p_transformer_h_7_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc87)
    %view_85 = fx.call "aten.view.default"(%layer_norm_15, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc88)
    %p_transformer_h_7_mlp_c_fc_bias = fx.get_attr @"transformer.h.7.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_7_mlp_c_fc_weight = fx.get_attr @"transformer.h.7.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_30 = fx.call "aten.addmm.default"(%p_transformer_h_7_mlp_c_fc_bias, %view_85, %p_transformer_h_7_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc88)
    %view_86 = fx.call "aten.view.default"(%addmm_30, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc88)
    %mul_28 = fx.call "aten.mul.Tensor"(%view_86, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc89)
    %pow_8 = fx.call "aten.pow.Tensor_Scalar"(%view_86, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc89)
    %mul_29 = fx.call "aten.mul.Tensor"(%pow_8, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc89)
    %add_33 = fx.call "aten.add.Tensor"(%view_86, %mul_29) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc89)
    %mul_30 = fx.call "aten.mul.Tensor"(%add_33, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc89)
    %tanh_7 = fx.call "aten.tanh.default"(%mul_30) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc89)
    %add_34 = fx.call "aten.add.Tensor"(%tanh_7, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc89)
    %mul_31 = fx.call "aten.mul.Tensor"(%mul_28, %add_34) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc89)
    %view_87 = fx.call "aten.view.default"(%mul_31, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc90)
    %p_transformer_h_7_mlp_c_proj_bias = fx.get_attr @"transformer.h.7.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_7_mlp_c_proj_weight = fx.get_attr @"transformer.h.7.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_31 = fx.call "aten.addmm.default"(%p_transformer_h_7_mlp_c_proj_bias, %view_87, %p_transformer_h_7_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc90)
    %view_88 = fx.call "aten.view.default"(%addmm_31, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc90)
    %dropout_16 = fx.call "aten.dropout.default"(%view_88, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc91)
    %add_35 = fx.call "aten.add.Tensor"(%add_32, %dropout_16) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc86)
    %p_transformer_h_8_ln_1_weight = fx.get_attr @"transformer.h.8.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_8_ln_1_bias = fx.get_attr @"transformer.h.8.ln_1.bias" : tensor<768xf32>
    %layer_norm_16 = fx.call "aten.layer_norm.default"(%add_35, [768], %p_transformer_h_8_ln_1_weight, %p_transformer_h_8_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc92)
    %view_89 = fx.call "aten.view.default"(%layer_norm_16, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc93)
    %p_transformer_h_8_attn_c_attn_bias = fx.get_attr @"transformer.h.8.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_8_attn_c_attn_weight = fx.get_attr @"transformer.h.8.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_32 = fx.call "aten.addmm.default"(%p_transformer_h_8_attn_c_attn_bias, %view_89, %p_transformer_h_8_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc93)
    %view_90 = fx.call "aten.view.default"(%addmm_32, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc93)
    %split_8:3 = fx.call "aten.split.Tensor"(%view_90, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc94)
    %view_91 = fx.call "aten.view.default"(%split_8#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc94)
    %transpose_32 = fx.call "aten.transpose.int"(%view_91, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc94)
    %view_92 = fx.call "aten.view.default"(%split_8#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc94)
    %transpose_33 = fx.call "aten.transpose.int"(%view_92, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc94)
    %view_93 = fx.call "aten.view.default"(%split_8#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc94)
    %transpose_34 = fx.call "aten.transpose.int"(%view_93, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc94)
    %scaled_dot_product_attention_8 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_34, %transpose_32, %transpose_33, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc94)
    %reshape_16 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_8, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc94)
    %transpose_35 = fx.call "aten.transpose.int"(%reshape_16, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc94)
    %reshape_17 = fx.call "aten.reshape.default"(%transpose_35, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc94)
    %view_94 = fx.call "aten.view.default"(%reshape_17, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc95)
    %p_transformer_h_8_attn_c_proj_bias = fx.get_attr @"transformer.h.8.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_8_attn_c_proj_weight = fx.get_attr @"transformer.h.8.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_33 = fx.call "aten.addmm.default"(%p_transformer_h_8_attn_c_proj_bias, %view_94, %p_transformer_h_8_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc95)
    %view_95 = fx.call "aten.view.default"(%addmm_33, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc95)
    %dropout_17 = fx.call "aten.dropout.default"(%view_95, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc96)
    %add_36 = fx.call "aten.add.Tensor"(%dropout_17, %add_35) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc97)
    %p_transformer_h_8_ln_2_weight = fx.get_attr @"transformer.h.8.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_8_ln_2_bias = fx.get_attr @"transformer.h.8.ln_2.bias" : tensor<768xf32>
    %layer_norm_17 = fx.call "aten.layer_norm.default"(%add_36, [768], %p_transformer_h_8_ln_2_weight, %p_transformer_h_8_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc98)
    %view_96 = fx.call "aten.view.default"(%layer_norm_17, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc99)
    %p_transformer_h_8_mlp_c_fc_bias = fx.get_attr @"transformer.h.8.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_8_mlp_c_fc_weight = fx.get_attr @"transformer.h.8.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_34 = fx.call "aten.addmm.default"(%p_transformer_h_8_mlp_c_fc_bias, %view_96, %p_transformer_h_8_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc99)
    %view_97 = fx.call "aten.view.default"(%addmm_34, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc99)
    %mul_32 = fx.call "aten.mul.Tensor"(%view_97, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc100)
    %pow_9 = fx.call "aten.pow.Tensor_Scalar"(%view_97, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc100)
    %mul_33 = fx.call "aten.mul.Tensor"(%pow_9, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc100)
    %add_37 = fx.call "aten.add.Tensor"(%view_97, %mul_33) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc100)
    %mul_34 = fx.call "aten.mul.Tensor"(%add_37, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc100)
    %tanh_8 = fx.call "aten.tanh.default"(%mul_34) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc100)
    %add_38 = fx.call "aten.add.Tensor"(%tanh_8, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc100)
    %mul_35 = fx.call "aten.mul.Tensor"(%mul_32, %add_38) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc100)
    %view_98 = fx.call "aten.view.default"(%mul_35, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc101)
    %p_transformer_h_8_mlp_c_proj_bias = fx.get_attr @"transformer.h.8.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_8_mlp_c_proj_weight = fx.get_attr @"transformer.h.8.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_35 = fx.call "aten.addmm.default"(%p_transformer_h_8_mlp_c_proj_bias, %view_98, %p_transformer_h_8_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc101)
    %view_99 = fx.call "aten.view.default"(%addmm_35, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc101)
    %dropout_18 = fx.call "aten.dropout.default"(%view_99, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc102)
    %add_39 = fx.call "aten.add.Tensor"(%add_36, %dropout_18) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc97)
    %p_transformer_h_9_ln_1_weight = fx.get_attr @"transformer.h.9.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_9_ln_1_bias = fx.get_attr @"transformer.h.9.ln_1.bias" : tensor<768xf32>
    %layer_norm_18 = fx.call "aten.layer_norm.default"(%add_39, [768], %p_transformer_h_9_ln_1_weight, %p_transformer_h_9_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc103)
    %view_100 = fx.call "aten.view.default"(%layer_norm_18, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc104)
    %p_transformer_h_9_attn_c_attn_bias = fx.get_attr @"transformer.h.9.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_9_attn_c_attn_weight = fx.get_attr @"transformer.h.9.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_36 = fx.call "aten.addmm.default"(%p_transformer_h_9_attn_c_attn_bias, %view_100, %p_transformer_h_9_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc104)
    %view_101 = fx.call "aten.view.default"(%addmm_36, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc104)
    %split_9:3 = fx.call "aten.split.Tensor"(%view_101, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc105)
    %view_102 = fx.call "aten.view.default"(%split_9#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc105)
    %transpose_36 = fx.call "aten.transpose.int"(%view_102, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc105)
    %view_103 = fx.call "aten.view.default"(%split_9#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc105)
    %transpose_37 = fx.call "aten.transpose.int"(%view_103, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc105)
    %view_104 = fx.call "aten.view.default"(%split_9#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc105)
    %transpose_38 = fx.call "aten.transpose.int"(%view_104, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc105)
    %scaled_dot_product_attention_9 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_38, %transpose_36, %transpose_37, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc105)
    %reshape_18 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_9, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc105)
    %transpose_39 = fx.call "aten.transpose.int"(%reshape_18, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc105)
    %reshape_19 = fx.call "aten.reshape.default"(%transpose_39, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc105)
    %view_105 = fx.call "aten.view.default"(%reshape_19, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc106)
    %p_transformer_h_9_attn_c_proj_bias = fx.get_attr @"transformer.h.9.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_9_attn_c_proj_weight = fx.get_attr @"transformer.h.9.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_37 = fx.call "aten.addmm.default"(%p_transformer_h_9_attn_c_proj_bias, %view_105, %p_transformer_h_9_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc106)
    %view_106 = fx.call "aten.view.default"(%addmm_37, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc106)
    %dropout_19 = fx.call "aten.dropout.default"(%view_106, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc107)
    %add_40 = fx.call "aten.add.Tensor"(%dropout_19, %add_39) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc108)
    %p_transformer_h_9_ln_2_weight = fx.get_attr @"transformer.h.9.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_9_ln_2_bias = fx.get_attr @"transformer.h.9.ln_2.bias" : tensor<768xf32>
    %layer_norm_19 = fx.call "aten.layer_norm.default"(%add_40, [768], %p_transformer_h_9_ln_2_weight, %p_transformer_h_9_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc109)
    %view_107 = fx.call "aten.view.default"(%layer_norm_19, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc110)
    %p_transformer_h_9_mlp_c_fc_bias = fx.get_attr @"transformer.h.9.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_9_mlp_c_fc_weight = fx.get_attr @"transformer.h.9.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_38 = fx.call "aten.addmm.default"(%p_transformer_h_9_mlp_c_fc_bias, %view_107, %p_transformer_h_9_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc110)
    %view_108 = fx.call "aten.view.default"(%addmm_38, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc110)
    %mul_36 = fx.call "aten.mul.Tensor"(%view_108, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc111)
    %pow_10 = fx.call "aten.pow.Tensor_Scalar"(%view_108, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc111)
    %mul_37 = fx.call "aten.mul.Tensor"(%pow_10, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc111)
    %add_41 = fx.call "aten.add.Tensor"(%view_108, %mul_37) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc111)
    %mul_38 = fx.call "aten.mul.Tensor"(%add_41, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc111)
    %tanh_9 = fx.call "aten.tanh.default"(%mul_38) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc111)
    %add_42 = fx.call "aten.add.Tensor"(%tanh_9, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc111)
    %mul_39 = fx.call "aten.mul.Tensor"(%mul_36, %add_42) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc111)
    %view_109 = fx.call "aten.view.default"(%mul_39, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc112)
    %p_transformer_h_9_mlp_c_proj_bias = fx.get_attr @"transformer.h.9.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_9_mlp_c_proj_weight = fx.get_attr @"transformer.h.9.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_39 = fx.call "aten.addmm.default"(%p_transformer_h_9_mlp_c_proj_bias, %view_109, %p_transformer_h_9_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc112)
    %view_110 = fx.call "aten.view.default"(%addmm_39, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc112)
    %dropout_20 = fx.call "aten.dropout.default"(%view_110, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc113)
    %add_43 = fx.call "aten.add.Tensor"(%add_40, %dropout_20) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc108)
    %p_transformer_h_10_ln_1_weight = fx.get_attr @"transformer.h.10.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_10_ln_1_bias = fx.get_attr @"transformer.h.10.ln_1.bias" : tensor<768xf32>
    %layer_norm_20 = fx.call "aten.layer_norm.default"(%add_43, [768], %p_transformer_h_10_ln_1_weight, %p_transformer_h_10_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc114)
    %view_111 = fx.call "aten.view.default"(%layer_norm_20, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc115)
    %p_transformer_h_10_attn_c_attn_bias = fx.get_attr @"transformer.h.10.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_10_attn_c_attn_weight = fx.get_attr @"transformer.h.10.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_40 = fx.call "aten.addmm.default"(%p_transformer_h_10_attn_c_attn_bias, %view_111, %p_transformer_h_10_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc115)
    %view_112 = fx.call "aten.view.default"(%addmm_40, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc115)
    %split_10:3 = fx.call "aten.split.Tensor"(%view_112, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc116)
    %view_113 = fx.call "aten.view.default"(%split_10#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc116)
    %transpose_40 = fx.call "aten.transpose.int"(%view_113, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc116)
    %view_114 = fx.call "aten.view.default"(%split_10#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc116)
    %transpose_41 = fx.call "aten.transpose.int"(%view_114, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc116)
    %view_115 = fx.call "aten.view.default"(%split_10#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc116)
    %transpose_42 = fx.call "aten.transpose.int"(%view_115, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc116)
    %scaled_dot_product_attention_10 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_42, %transpose_40, %transpose_41, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc116)
    %reshape_20 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_10, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc116)
    %transpose_43 = fx.call "aten.transpose.int"(%reshape_20, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc116)
    %reshape_21 = fx.call "aten.reshape.default"(%transpose_43, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc116)
    %view_116 = fx.call "aten.view.default"(%reshape_21, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc117)
    %p_transformer_h_10_attn_c_proj_bias = fx.get_attr @"transformer.h.10.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_10_attn_c_proj_weight = fx.get_attr @"transformer.h.10.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_41 = fx.call "aten.addmm.default"(%p_transformer_h_10_attn_c_proj_bias, %view_116, %p_transformer_h_10_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc117)
    %view_117 = fx.call "aten.view.default"(%addmm_41, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc117)
    %dropout_21 = fx.call "aten.dropout.default"(%view_117, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc118)
    %add_44 = fx.call "aten.add.Tensor"(%dropout_21, %add_43) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc119)
    %p_transformer_h_10_ln_2_weight = fx.get_attr @"transformer.h.10.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_10_ln_2_bias = fx.get_attr @"transformer.h.10.ln_2.bias" : tensor<768xf32>
    %layer_norm_21 = fx.call "aten.layer_norm.default"(%add_44, [768], %p_transformer_h_10_ln_2_weight, %p_transformer_h_10_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc120)
    %view_118 = fx.call "aten.view.default"(%layer_norm_21, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc121)
    %p_transformer_h_10_mlp_c_fc_bias = fx.get_attr @"transformer.h.10.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_10_mlp_c_fc_weight = fx.get_attr @"transformer.h.10.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_42 = fx.call "aten.addmm.default"(%p_transformer_h_10_mlp_c_fc_bias, %view_118, %p_transformer_h_10_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc121)
    %view_119 = fx.call "aten.view.default"(%addmm_42, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc121)
    %mul_40 = fx.call "aten.mul.Tensor"(%view_119, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc122)
    %pow_11 = fx.call "aten.pow.Tensor_Scalar"(%view_119, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc122)
    %mul_41 = fx.call "aten.mul.Tensor"(%pow_11, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc122)
    %add_45 = fx.call "aten.add.Tensor"(%view_119, %mul_41) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc122)
    %mul_42 = fx.call "aten.mul.Tensor"(%add_45, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc122)
    %tanh_10 = fx.call "aten.tanh.default"(%mul_42) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc122)
    %add_46 = fx.call "aten.add.Tensor"(%tanh_10, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc122)
    %mul_43 = fx.call "aten.mul.Tensor"(%mul_40, %add_46) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc122)
    %view_120 = fx.call "aten.view.default"(%mul_43, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc123)
    %p_transformer_h_10_mlp_c_proj_bias = fx.get_attr @"transformer.h.10.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_10_mlp_c_proj_weight = fx.get_attr @"transformer.h.10.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_43 = fx.call "aten.addmm.default"(%p_transformer_h_10_mlp_c_proj_bias, %view_120, %p_transformer_h_10_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc123)
    %view_121 = fx.call "aten.view.default"(%addmm_43, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc123)
    %dropout_22 = fx.call "aten.dropout.default"(%view_121, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc124)
    %add_47 = fx.call "aten.add.Tensor"(%add_44, %dropout_22) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc119)
    %p_transformer_h_11_ln_1_weight = fx.get_attr @"transformer.h.11.ln_1.weight" : tensor<768xf32>
    %p_transformer_h_11_ln_1_bias = fx.get_attr @"transformer.h.11.ln_1.bias" : tensor<768xf32>
    %layer_norm_22 = fx.call "aten.layer_norm.default"(%add_47, [768], %p_transformer_h_11_ln_1_weight, %p_transformer_h_11_ln_1_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc125)
    %view_122 = fx.call "aten.view.default"(%layer_norm_22, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc126)
    %p_transformer_h_11_attn_c_attn_bias = fx.get_attr @"transformer.h.11.attn.c_attn.bias" : tensor<2304xf32>
    %p_transformer_h_11_attn_c_attn_weight = fx.get_attr @"transformer.h.11.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm_44 = fx.call "aten.addmm.default"(%p_transformer_h_11_attn_c_attn_bias, %view_122, %p_transformer_h_11_attn_c_attn_weight) : (tensor<2304xf32>, tensor<256x768xf32>, tensor<768x2304xf32>) -> tensor<256x2304xf32> loc(#loc126)
    %view_123 = fx.call "aten.view.default"(%addmm_44, [1, 256, 2304]) : (tensor<256x2304xf32>) -> tensor<1x256x2304xf32> loc(#loc126)
    %split_11:3 = fx.call "aten.split.Tensor"(%view_123, 768, 2) : (tensor<1x256x2304xf32>) -> (tensor<1x256x768xf32>, tensor<1x256x768xf32>, tensor<1x256x768xf32>) loc(#loc127)
    %view_124 = fx.call "aten.view.default"(%split_11#1, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc127)
    %transpose_44 = fx.call "aten.transpose.int"(%view_124, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc127)
    %view_125 = fx.call "aten.view.default"(%split_11#2, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc127)
    %transpose_45 = fx.call "aten.transpose.int"(%view_125, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc127)
    %view_126 = fx.call "aten.view.default"(%split_11#0, [1, 256, -1, 64]) : (tensor<1x256x768xf32>) -> tensor<1x256x12x64xf32> loc(#loc127)
    %transpose_46 = fx.call "aten.transpose.int"(%view_126, 1, 2) : (tensor<1x256x12x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc127)
    %scaled_dot_product_attention_11 = fx.call "aten.scaled_dot_product_attention.default"(%transpose_46, %transpose_44, %transpose_45, %expand_1, scale = 0.125) : (tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x12x256x64xf32>, tensor<1x1x256x256xi1>) -> tensor<1x12x256x64xf32> loc(#loc127)
    %reshape_22 = fx.call "aten.reshape.default"(%scaled_dot_product_attention_11, [1, -1, 256, 64]) : (tensor<1x12x256x64xf32>) -> tensor<1x12x256x64xf32> loc(#loc127)
    %transpose_47 = fx.call "aten.transpose.int"(%reshape_22, 1, 2) : (tensor<1x12x256x64xf32>) -> tensor<1x256x12x64xf32> loc(#loc127)
    %reshape_23 = fx.call "aten.reshape.default"(%transpose_47, [1, 256, -1]) : (tensor<1x256x12x64xf32>) -> tensor<1x256x768xf32> loc(#loc127)
    %view_127 = fx.call "aten.view.default"(%reshape_23, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc128)
    %p_transformer_h_11_attn_c_proj_bias = fx.get_attr @"transformer.h.11.attn.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_11_attn_c_proj_weight = fx.get_attr @"transformer.h.11.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_45 = fx.call "aten.addmm.default"(%p_transformer_h_11_attn_c_proj_bias, %view_127, %p_transformer_h_11_attn_c_proj_weight) : (tensor<768xf32>, tensor<256x768xf32>, tensor<768x768xf32>) -> tensor<256x768xf32> loc(#loc128)
    %view_128 = fx.call "aten.view.default"(%addmm_45, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc128)
    %dropout_23 = fx.call "aten.dropout.default"(%view_128, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc129)
    %add_48 = fx.call "aten.add.Tensor"(%dropout_23, %add_47) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc130)
    %p_transformer_h_11_ln_2_weight = fx.get_attr @"transformer.h.11.ln_2.weight" : tensor<768xf32>
    %p_transformer_h_11_ln_2_bias = fx.get_attr @"transformer.h.11.ln_2.bias" : tensor<768xf32>
    %layer_norm_23 = fx.call "aten.layer_norm.default"(%add_48, [768], %p_transformer_h_11_ln_2_weight, %p_transformer_h_11_ln_2_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc131)
    %view_129 = fx.call "aten.view.default"(%layer_norm_23, [-1, 768]) : (tensor<1x256x768xf32>) -> tensor<256x768xf32> loc(#loc132)
    %p_transformer_h_11_mlp_c_fc_bias = fx.get_attr @"transformer.h.11.mlp.c_fc.bias" : tensor<3072xf32>
    %p_transformer_h_11_mlp_c_fc_weight = fx.get_attr @"transformer.h.11.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_46 = fx.call "aten.addmm.default"(%p_transformer_h_11_mlp_c_fc_bias, %view_129, %p_transformer_h_11_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<256x768xf32>, tensor<768x3072xf32>) -> tensor<256x3072xf32> loc(#loc132)
    %view_130 = fx.call "aten.view.default"(%addmm_46, [1, 256, 3072]) : (tensor<256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc132)
    %mul_44 = fx.call "aten.mul.Tensor"(%view_130, 0.5) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc133)
    %pow_12 = fx.call "aten.pow.Tensor_Scalar"(%view_130, 3.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc133)
    %mul_45 = fx.call "aten.mul.Tensor"(%pow_12, 0.044715) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc133)
    %add_49 = fx.call "aten.add.Tensor"(%view_130, %mul_45) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc133)
    %mul_46 = fx.call "aten.mul.Tensor"(%add_49, 0.7978845608028654) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc133)
    %tanh_11 = fx.call "aten.tanh.default"(%mul_46) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc133)
    %add_50 = fx.call "aten.add.Tensor"(%tanh_11, 1.0) : (tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc133)
    %mul_47 = fx.call "aten.mul.Tensor"(%mul_44, %add_50) : (tensor<1x256x3072xf32>, tensor<1x256x3072xf32>) -> tensor<1x256x3072xf32> loc(#loc133)
    %view_131 = fx.call "aten.view.default"(%mul_47, [-1, 3072]) : (tensor<1x256x3072xf32>) -> tensor<256x3072xf32> loc(#loc134)
    %p_transformer_h_11_mlp_c_proj_bias = fx.get_attr @"transformer.h.11.mlp.c_proj.bias" : tensor<768xf32>
    %p_transformer_h_11_mlp_c_proj_weight = fx.get_attr @"transformer.h.11.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_47 = fx.call "aten.addmm.default"(%p_transformer_h_11_mlp_c_proj_bias, %view_131, %p_transformer_h_11_mlp_c_proj_weight) : (tensor<768xf32>, tensor<256x3072xf32>, tensor<3072x768xf32>) -> tensor<256x768xf32> loc(#loc134)
    %view_132 = fx.call "aten.view.default"(%addmm_47, [1, 256, 768]) : (tensor<256x768xf32>) -> tensor<1x256x768xf32> loc(#loc134)
    %dropout_24 = fx.call "aten.dropout.default"(%view_132, 0.1, false) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc135)
    %add_51 = fx.call "aten.add.Tensor"(%add_48, %dropout_24) : (tensor<1x256x768xf32>, tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc130)
    %p_transformer_ln_f_weight = fx.get_attr @"transformer.ln_f.weight" : tensor<768xf32>
    %p_transformer_ln_f_bias = fx.get_attr @"transformer.ln_f.bias" : tensor<768xf32>
    %layer_norm_24 = fx.call "aten.layer_norm.default"(%add_51, [768], %p_transformer_ln_f_weight, %p_transformer_ln_f_bias, 1.0e-05, false) : (tensor<1x256x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x256x768xf32> loc(#loc136)
    %view_133 = fx.call "aten.view.default"(%layer_norm_24, [-1, 256, 768]) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc0)
    %alias = fx.call "aten.alias.default"(%view_133) : (tensor<1x256x768xf32>) -> tensor<1x256x768xf32> loc(#loc137)
    %linear = fx.call "aten.linear.default"(%alias, %p_lm_head_weight) : (tensor<1x256x768xf32>, tensor<50257x768xf32>) -> tensor<1x256x50257xf32> loc(#loc138)
    fx.output %linear : tensor<1x256x50257xf32>
  }
}
#loc0 = loc("transformer")
#loc1 = loc("transformer.wte")
#loc2 = loc("transformer.wpe")
#loc3 = loc("transformer.drop")
#loc4 = loc("transformer.h.0.ln_1")
#loc5 = loc("transformer.h.0.attn.c_attn")
#loc6 = loc("transformer.h.0.attn")
#loc7 = loc("transformer.h.0.attn.c_proj")
#loc8 = loc("transformer.h.0.attn.resid_dropout")
#loc9 = loc("transformer.h.0")
#loc10 = loc("transformer.h.0.ln_2")
#loc11 = loc("transformer.h.0.mlp.c_fc")
#loc12 = loc("transformer.h.0.mlp.act")
#loc13 = loc("transformer.h.0.mlp.c_proj")
#loc14 = loc("transformer.h.0.mlp.dropout")
#loc15 = loc("transformer.h.1.ln_1")
#loc16 = loc("transformer.h.1.attn.c_attn")
#loc17 = loc("transformer.h.1.attn")
#loc18 = loc("transformer.h.1.attn.c_proj")
#loc19 = loc("transformer.h.1.attn.resid_dropout")
#loc20 = loc("transformer.h.1")
#loc21 = loc("transformer.h.1.ln_2")
#loc22 = loc("transformer.h.1.mlp.c_fc")
#loc23 = loc("transformer.h.1.mlp.act")
#loc24 = loc("transformer.h.1.mlp.c_proj")
#loc25 = loc("transformer.h.1.mlp.dropout")
#loc26 = loc("transformer.h.2.ln_1")
#loc27 = loc("transformer.h.2.attn.c_attn")
#loc28 = loc("transformer.h.2.attn")
#loc29 = loc("transformer.h.2.attn.c_proj")
#loc30 = loc("transformer.h.2.attn.resid_dropout")
#loc31 = loc("transformer.h.2")
#loc32 = loc("transformer.h.2.ln_2")
#loc33 = loc("transformer.h.2.mlp.c_fc")
#loc34 = loc("transformer.h.2.mlp.act")
#loc35 = loc("transformer.h.2.mlp.c_proj")
#loc36 = loc("transformer.h.2.mlp.dropout")
#loc37 = loc("transformer.h.3.ln_1")
#loc38 = loc("transformer.h.3.attn.c_attn")
#loc39 = loc("transformer.h.3.attn")
#loc40 = loc("transformer.h.3.attn.c_proj")
#loc41 = loc("transformer.h.3.attn.resid_dropout")
#loc42 = loc("transformer.h.3")
#loc43 = loc("transformer.h.3.ln_2")
#loc44 = loc("transformer.h.3.mlp.c_fc")
#loc45 = loc("transformer.h.3.mlp.act")
#loc46 = loc("transformer.h.3.mlp.c_proj")
#loc47 = loc("transformer.h.3.mlp.dropout")
#loc48 = loc("transformer.h.4.ln_1")
#loc49 = loc("transformer.h.4.attn.c_attn")
#loc50 = loc("transformer.h.4.attn")
#loc51 = loc("transformer.h.4.attn.c_proj")
#loc52 = loc("transformer.h.4.attn.resid_dropout")
#loc53 = loc("transformer.h.4")
#loc54 = loc("transformer.h.4.ln_2")
#loc55 = loc("transformer.h.4.mlp.c_fc")
#loc56 = loc("transformer.h.4.mlp.act")
#loc57 = loc("transformer.h.4.mlp.c_proj")
#loc58 = loc("transformer.h.4.mlp.dropout")
#loc59 = loc("transformer.h.5.ln_1")
#loc60 = loc("transformer.h.5.attn.c_attn")
#loc61 = loc("transformer.h.5.attn")
#loc62 = loc("transformer.h.5.attn.c_proj")
#loc63 = loc("transformer.h.5.attn.resid_dropout")
#loc64 = loc("transformer.h.5")
#loc65 = loc("transformer.h.5.ln_2")
#loc66 = loc("transformer.h.5.mlp.c_fc")
#loc67 = loc("transformer.h.5.mlp.act")
#loc68 = loc("transformer.h.5.mlp.c_proj")
#loc69 = loc("transformer.h.5.mlp.dropout")
#loc70 = loc("transformer.h.6.ln_1")
#loc71 = loc("transformer.h.6.attn.c_attn")
#loc72 = loc("transformer.h.6.attn")
#loc73 = loc("transformer.h.6.attn.c_proj")
#loc74 = loc("transformer.h.6.attn.resid_dropout")
#loc75 = loc("transformer.h.6")
#loc76 = loc("transformer.h.6.ln_2")
#loc77 = loc("transformer.h.6.mlp.c_fc")
#loc78 = loc("transformer.h.6.mlp.act")
#loc79 = loc("transformer.h.6.mlp.c_proj")
#loc80 = loc("transformer.h.6.mlp.dropout")
#loc81 = loc("transformer.h.7.ln_1")
#loc82 = loc("transformer.h.7.attn.c_attn")
#loc83 = loc("transformer.h.7.attn")
#loc84 = loc("transformer.h.7.attn.c_proj")
#loc85 = loc("transformer.h.7.attn.resid_dropout")
#loc86 = loc("transformer.h.7")
#loc87 = loc("transformer.h.7.ln_2")
#loc88 = loc("transformer.h.7.mlp.c_fc")
#loc89 = loc("transformer.h.7.mlp.act")
#loc90 = loc("transformer.h.7.mlp.c_proj")
#loc91 = loc("transformer.h.7.mlp.dropout")
#loc92 = loc("transformer.h.8.ln_1")
#loc93 = loc("transformer.h.8.attn.c_attn")
#loc94 = loc("transformer.h.8.attn")
#loc95 = loc("transformer.h.8.attn.c_proj")
#loc96 = loc("transformer.h.8.attn.resid_dropout")
#loc97 = loc("transformer.h.8")
#loc98 = loc("transformer.h.8.ln_2")
#loc99 = loc("transformer.h.8.mlp.c_fc")
#loc100 = loc("transformer.h.8.mlp.act")
#loc101 = loc("transformer.h.8.mlp.c_proj")
#loc102 = loc("transformer.h.8.mlp.dropout")
#loc103 = loc("transformer.h.9.ln_1")
#loc104 = loc("transformer.h.9.attn.c_attn")
#loc105 = loc("transformer.h.9.attn")
#loc106 = loc("transformer.h.9.attn.c_proj")
#loc107 = loc("transformer.h.9.attn.resid_dropout")
#loc108 = loc("transformer.h.9")
#loc109 = loc("transformer.h.9.ln_2")
#loc110 = loc("transformer.h.9.mlp.c_fc")
#loc111 = loc("transformer.h.9.mlp.act")
#loc112 = loc("transformer.h.9.mlp.c_proj")
#loc113 = loc("transformer.h.9.mlp.dropout")
#loc114 = loc("transformer.h.10.ln_1")
#loc115 = loc("transformer.h.10.attn.c_attn")
#loc116 = loc("transformer.h.10.attn")
#loc117 = loc("transformer.h.10.attn.c_proj")
#loc118 = loc("transformer.h.10.attn.resid_dropout")
#loc119 = loc("transformer.h.10")
#loc120 = loc("transformer.h.10.ln_2")
#loc121 = loc("transformer.h.10.mlp.c_fc")
#loc122 = loc("transformer.h.10.mlp.act")
#loc123 = loc("transformer.h.10.mlp.c_proj")
#loc124 = loc("transformer.h.10.mlp.dropout")
#loc125 = loc("transformer.h.11.ln_1")
#loc126 = loc("transformer.h.11.attn.c_attn")
#loc127 = loc("transformer.h.11.attn")
#loc128 = loc("transformer.h.11.attn.c_proj")
#loc129 = loc("transformer.h.11.attn.resid_dropout")
#loc130 = loc("transformer.h.11")
#loc131 = loc("transformer.h.11.ln_2")
#loc132 = loc("transformer.h.11.mlp.c_fc")
#loc133 = loc("transformer.h.11.mlp.act")
#loc134 = loc("transformer.h.11.mlp.c_proj")
#loc135 = loc("transformer.h.11.mlp.dropout")
#loc136 = loc("transformer.ln_f")
#loc137 = loc("GPT2LMHeadModel")
#loc138 = loc("lm_head")
