/**
 * Short words that are one letter from another one in titles and abstracts, so that neither is the other mistyped: text
 * and test, word and world.
 */
export const SHORT_WORDS = new Set(
  `able acid acids across act actor acts adapt add adds adopt adp after age aged ageing ages aging ago ahead aid aids
  aim aims air ala all alone along als also alter among angel angle any app apple apply arc area arise arises arm arms
  around art asia asian ask ate atopic audio audit away axes axis back bad band bank bar basal base based basel bases
  basic basis batch beam bean beans beats beef been began begin begun being best beta bias biased biases bile bind bit
  bits black blacks blast blend blind block bone born bound bow box brain bran bread break bring broad brown bug build
  built but call calls can cap card care case cases cat cause causes cell cells center chart chat chd chi cis class
  clean clear clock close clues code coded codes cold coli colon color com come comes comet con cone cones cope core
  corn cost costs could cover cow cox crops cross crp cues cup cups cure curve cut cvd daily dairy data date day days
  dead deal deals dealt death decay deep delay dense depth derive dha diary did died diet disc disk dna does dog done
  dose doses down drag draw drawn dried drive drops drug drum dry dual each early ease easy eat edge edit egg eight
  emerge end ends enter epa era eta etc even event ever every exert exist exit expert face faced faces fact factor
  facts faecal fail fails fair fall falls far farm farms fast fat fatal fats favor fecal feces fed feed fell felt
  fetal fever few fewer fiber fibre field file files fill find finds fine fit five fixed fixes flame flat flavor
  flight flow fmd fold food foot form forms found four frame frap free fried full fully gain gains game games gap gaps
  gas gases gate gates gave gel get git give given gives glass gold good gpt grade grain grains grape graph great
  gross ground grow grown grows gui gut had hair hand hard harm harms has hash have hdl head heart heat heats height
  held help heme here hip his hit hoc hold homa home hope host hot hour how hrs hub idea ideal ideas ige igf igg ill
  imply india infer inner inter ion iron issue item items its jet jets joint just keep kind kinds know known lack
  lacks lag large last late later latter law layer ldl lead leads leak lean learn least led left lens less let lets
  lie lies life lift lifts light like line lines link links list lists live liver lives load loads log logs long longa
  look loop lose loss lost low lower lung mach macro made main make makes male males man many map maps march mask mass
  match math max may mcf mcp meal meals mean means meat meats media meet mehg men mental mere merge met meta metal
  metals mice micro mid might mild milk min mind mini miss mix mixed mmhg mmol modal mode model models modes mol month
  mood moral more most mother motor mouth move moved moves mrna mrsa mtor mtorc much must naive name named names
  native nct near nearly need needs nerve net never new newer next night nine nmol node nodes noise noisy non none nor
  norms north nose not note noted notes now null num nut oat odds oil older olive once one ones onto orac oral orange
  order ors other our out outer over overt owing own page pages paging pahs paid pain pair par parse part pass past
  patch path paths pcb pcr peak peer per pet phip pilot pitch pitot place plan plane planes plans plant plants plate
  play plays plot plug plus pmol point pool poor pork pose posed poses post posts powder power pre price prime prior
  prize pro probe prone prove ptrend pull pure put quite race rag raise raises range rank rare rat rate rated rates
  rats raw rcts reach react read reads ready real rear red ref renal rest rice rich right ring rise rises risk risks
  risky rna robot robots role roles roll room root roots ros rose round route router row rrs rule rules run safe safer
  sales salts same say sbp scale scales scan scans scope score sec see seed seeds seek seeks seems seen sem semen semi
  sense sera serve set sets seven sex shape share sharp shed sheet shock short show shown shows side sides sim simply
  site sites situ six size sizes skill sleep slight slope slow slower small smart snack soft soil sold sole solid
  solve some sort sound south soy space span spans sparse speed speeds spend spent spice spite spp stable stack stage
  stale stall start state stay stem stems step steps still stock stone stool stop store story strain style sub such
  suite sum sun swe sweep sweet swept swine table tag tail take taken takes tape task taste tau tea team teams ten
  tend tends tens term terms test tests text texts than that them then there these they thick thin think this those
  threat three thrust thus tight tip tissue token too tool top topic toxic toxin trace track tract trade trail train
  trains trait trans trap treat tree trend trends trial trip true trust tumor tumour twin two type typed types unify
  unit units unity usa use used user users uses van vary vast vegan very viral vital von wake wall walls war was waste
  water wave way ways weak web wedge week weeks weight well were wet what wheat when where while white who whole whose
  why wide wider width wild will win wind wine wing woman women word words work works world worlds worse worst worth
  would wound write yaw year yeast yet yield york you your zone`.split(/\s+/u),
)
