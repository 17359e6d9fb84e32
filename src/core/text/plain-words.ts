import { tokenize } from './tokenize.ts'

/**
 * Plain words and the terms that papers of any field use for them. Left of `>` is what people say, right of it what is written;
 * `=` goes both ways. A phrase has underscores. Nothing here is about one subject: what only one field says is learnt from the
 * definitions of its concepts.
 */
const PLAIN_WORDS = `
mistake = error
fault = failure
wrong = incorrect
wrong > error
blunder slip botch mishap screw_up > error mistake failure
bug flaw glitch > error defect fault
crash freeze hang > failure abort fault
outage down is_down breakdown > unavailable failure incident
broken break_down > failure fault
go_wrong > failure error
mess sloppy > error noise
rubbish garbage nonsense junk > noise invalid incorrect corrupt
fix repair mend > repair recovery correction
undo revert go_back > rollback reverse
half unfinished half_done > partial incomplete
finish finished done > complete completion
resume pick_up restart > recovery resume checkpoint
retry > repeat recovery
stuck > stall loop
give_up abandon > abort termination
fool trick mislead cheat lie fall_for > deception attack manipulation
pretend fake feign > deception simulation
sneak smuggle plant > inject insert poison
hijack take_over > attack inject manipulation control
hack hacker intruder break_into > attack adversarial security
attack = threat
stranger outsider > untrusted third external
criminal crook thief > malicious adversary attack
crime fraud scam > malicious harm misuse
abuse = misuse
steal theft leak > exfiltrate disclosure privacy
spy eavesdrop > surveillance monitor privacy
evil bad nasty > malicious harm
damage hurt injure > harm injury risk
danger dangerous > risk harm unsafe hazard
unsafe = risk
risk = hazard
safe > safety security
worry fear afraid scared > risk concern
misbehave rogue > harm unsafe misconduct
sabotage undermine > subversion attack malicious
secret hidden > covert latent conceal
escape get_around slip_past dodge > bypass evade circumvent
protect guard shield > defense safeguard security
watchdog watch_over keep_an_eye > monitor oversight supervision
watch > monitor observe
warn alarm > alert warning
catch spot notice find_out > detect identify
discover > detect discovery
check double_check > verify validate test
prove proof > evidence formal verification
sure confident how_sure > confidence uncertainty certainty
doubt unsure > uncertainty
guess > predict estimate
trust believe rely > trust reliability calibration
reliable dependable > reliability robust consistent
fragile brittle > robustness sensitivity
sturdy > robust
honest truthful > honesty truth faithful
right correct > accuracy correct
untrue made_up make_up invent > incorrect fabricate unsupported
false > incorrect
rumor fake_news > misinformation
outdated stale obsolete out_of_date no_longer_true > temporal update
forget > forgetting loss
remember recall > memory recall retrieval
memory = recall
notes diary notebook > memory record
history past > history record
oldest > early past
cut trim shorten shrink > compress prune truncate reduce
squeeze fold condense boil_down > compress summary
throw_away discard drop get_rid > discard prune removal
fit run_out > limit capacity
sum_up summary digest gist > summary compress abstraction
lengthy > long extended
hour hours day days week weeks month months overnight > long duration
forever endless never_ending > continuous lifelong
keep_going carry_on last > sustained persistent continue
later afterwards > subsequent delayed persistent
lifelong = continual
quick fast speedy > speed efficient latency
slow sluggish wait waiting > latency delay
speed = velocity
time = temporal
same_time at_once simultaneous > concurrent parallel asynchronous
overlap juggle multitask > concurrent asynchronous parallel
interrupt > interruption asynchronous
on_the_fly > dynamic online runtime
step_by_step > sequential stepwise
cheap cheaper inexpensive afford > cost efficient
price pay fee expensive worth > cost
money dollar cent > cost economic financial
save saving > reduce efficient
waste wasteful > inefficient redundant
budget > cost constraint budget
earn earning living wage salary > income economic labor
freelance freelancer gig > contract labor remote work
job occupation profession > task work occupation
task = work
chore errand assignment > task
employee worker staff colleague coworker > worker labor human
boss manager > management organization
boss_around lead leader > coordinator supervisor
company firm corporation > enterprise organization business
business = enterprise
organization = enterprise
office clerk clerical paperwork everyday_work > office administrative enterprise
form spreadsheet invoice > document table record
buy purchase shop shopping > purchase commerce
sell seller store retailer > commerce retail market
warehouse delivery truck > logistics supply transport
customer client shopper > customer user
happy happier satisfied pleased > satisfaction
complain complaint annoyed unhappy > dissatisfaction
help aid > support assist
helpdesk help_desk support_desk > service support ticket
call_centre call_center contact_centre contact_center > customer service support
boost improve better > improve gain
worse worsen > degrade decline
win beat outdo > outperform exceed
best top > performance rank
top_ranked ranking > rank benchmark score
how_well how_good > performance evaluation
exam quiz > benchmark evaluation test
test = evaluation
yardstick gauge measure > metric measure benchmark
mark grade > score metric evaluation
judge rate > evaluate assess grade
compare contrast versus > comparison
trade_off balance > tradeoff
disappoint disappointing fall_short let_down > failure gap decline
gap = difference
actual world real_life everyday_life > deployment production practice
deploy launch rollout roll_out go_live > deployment production
production = deployment
lab laboratory > experiment
trial = experiment
trial_and_error > exploration feedback
shortcut gaming loophole > exploit hack
rule rules > policy constraint rule
rule_of_thumb > heuristic
law legal regulator > regulation compliance
obey follow stick_to > adherence compliance
disobey ignore > violation noncompliance
allow permit > authorization permission access
forbid ban block > restrict prohibit prevent
cap bound ceiling > constraint limit
must > requirement constraint
stop avoid > prevent mitigation
halt pause > stop interrupt
supervise oversee in_charge > oversight supervision
ask > query question clarification
alone go_ahead on_its_own by_itself unattended unsupervised > autonomy autonomous independent
independent = autonomous
hand_over pass_on > delegate transfer
take_away replace swap > substitute replacement
people person someone > human user
expert specialist professional > expert
beginner newcomer amateur > novice
student pupil learner > student education
teach coach educate > training learning instruct
train > learning
school class lesson homework > education
lesson > experience learning
exercise practice drill > training task
skill ability talent > skill capability
smart clever intelligent > intelligence capability
stupid dumb > failure weak
weak poor modest > small weak limited
strong powerful giant huge > large strong
big = large
tiny little > small compact
hard tough tricky > difficult complex challenge
complicated = complex
unlimited endless_supply mass_produce > scale synthesis automatic
make create produce > generate construct synthesis
build > construct design develop
generate = synthesis
automatic automated by_machine > automation automatic
by_hand > manual human
mix blend > combine hybrid
glue join together > integrate merge combine
sort > classify rank
group lump > cluster group
reuse recycle borrow > reuse transfer
spread > diffusion propagation transmission
snowball pile_up build_up > accumulate propagation
plan scheme blueprint > plan strategy
look_ahead > lookahead search planning
change_course rethink > revise adaptation
schedule timetable calendar > schedule plan
trip holiday vacation journey tour itinerary > travel trip
travel = trip
flight hotel book reserve > travel booking
cook kitchen recipe > household
house home > household domestic
machine > automatic
walk > locomotion movement
move turn > action step
action = step
click tap touch press mouse keyboard > interface gui action
screen display window > interface screen gui visual
picture image photo > image visual
film movie clip > video
see look view > visual perception
hear listen sound > audio speech
talk chat speak > dialogue conversation
conversation = dialogue
chatbot bot > assistant conversational dialogue
word words phrase > language text
ordinary_words plain_words plain_language > natural language
everyday > real practical
author draft > generate write
book paper article > document literature
file paperwork > document file
site website > web page
internet online > web
search look_up lookup > search retrieval
search = retrieval
needle dig > search retrieval
app application program > software application
programmer programming coder > code software program
developer > software
computer desktop laptop > computer
phone smartphone > mobile
plug hook connect > integrate connect
each_other > communication interaction
mail email > message communication
exchange = share
team crowd squad > team group collaboration
cooperate work_together teamwork > collaboration cooperation
argue debate disagree quarrel > conflict debate disagreement
haggle bargain > negotiation
convince talk_into > persuasion
agree > agreement consensus
split break_into_pieces divide > decompose partition
piece chunk > component segment
stage phase > step stage
aim target purpose > goal objective
wander lose_track stray off_course > drift deviation
choose pick select > selection choice
decide > decision
think thought > reasoning
why > cause explanation
make_sense > interpret coherent
explain > explanation interpret
cause culprit blame who_is_to_blame > cause attribution responsible
log trace record > log trace record
trail auditor audit > audit trace
reconstruct replay > replay reproduce
again > repeat reproduce
repeatable same_every_time > reproduce consistency
random chance luck > stochastic random
chart diagram > graph figure
amount > quantity
guarantee promise > guarantee formal
math maths mathematics > mathematical formal
idea hunch > idea hypothesis
new > novel
invention > novel discovery
forecast foresee > prediction forecast
future > prediction
imagine > simulation model
surroundings setting > environment
copy mimic > imitation
alter tweak > modify change
refresh > update
adjust > adaptation
tune > optimization
flexible > adaptive
manners polite behaved > behavior norm
principle value moral > ethics principle norm
unfair biased > fairness bias
rude hate insult > toxic
critique criticize review > feedback critique
second_opinion > review verification
advice suggestion tip > recommendation guidance
useful > utility
taste like > preference
label tag > annotation label
prize reward > reward
punish > penalty
private > privacy confidential
password login > credential authentication
bank banker > financial bank
insurer > insurance financial
lawyer court > legal
police > enforcement
feeling feelings mood > emotion sentiment affect
lonely friend > social companion
tired > fatigue
doctor gp > physician clinician medical
nurse hospital > clinical medical
sick ill > patient disease
illness sickness ailment > disease disorder
medicine pill > drug medication pharmaceutical
cure heal remedy > treatment therapy
treatment = therapy
cancer > tumor carcinoma neoplasm
heart > cardiac cardiovascular coronary
kidney > renal
liver > hepatic
lung breathing > pulmonary respiratory
brain mind > cognitive cerebral
nerve > neural
blood > serum plasma
sugar > glucose glycemic
fat > lipid adipose obesity
overweight > obesity
kid child baby > child pediatric infant
elderly senior > elderly aging
pregnant > pregnancy maternal gestational
skin > dermal cutaneous
bone > skeletal osteoporosis
stomach tummy belly > gastric abdominal
gut bowel > intestinal colon
eye sight > ocular visual
ache sore > pain
swelling > inflammation edema
germ > bacteria pathogen
flu cold > influenza infection
shot jab > vaccine immunization
poison poisonous > toxic contamination
eat eating meal food > diet dietary nutrition
drink > beverage intake
beef pork > meat
plane airplane aeroplane > aircraft
wing > airfoil
spaceship > rocket missile
hot warm > thermal temperature heat
chill > cooling temperature
wobble > vibration oscillation
bend > flexure bending
twist > torsion
push > force pressure thrust
friction > resistance drag
rough > roughness turbulent
shape > geometry
round > circular cylinder
car driving > vehicle
factory > industrial manufacturing
electricity > energy power
farm crop > agriculture
city town > urban
rich wealthy > socioeconomic income
`

/** What papers write for words or phrases of a text. */
export type AlikeWord = {
  term: string
  /** The words and phrases of the text that it stands for. */
  of: readonly (readonly string[])[]
}

type Rule = { said: readonly string[]; written: readonly string[] }

const stems = (text: string): string[] =>
  tokenize(text.replaceAll('_', ' ')).flatMap(({ parts }) => parts.map(({ token }) => token))

const entries = (text: string): string[] => text.split(' ').filter((entry) => entry !== '')

const rulesOf = (line: string): Rule[] => {
  const isMutual = line.includes('=')
  const [left = '', right = ''] = line.split(isMutual ? '=' : '>')
  const written = entries(right).flatMap(stems)
  const rules = entries(left).map((entry) => ({ said: stems(entry), written }))
  return isMutual ? [...rules, { said: written, written: stems(left) }] : rules
}

const allRules = PLAIN_WORDS.trim().split('\n').flatMap(rulesOf)

/** By the first word of what is said. */
const rules = Map.groupBy(allRules, ({ said }) => said[0] ?? '')

const known = new Set(allRules.flatMap(({ said, written }) => [...said, ...written]))

/** Whether a stem is that of an English word known here, which is spelt as it should be, even if no paper has it. */
export const isPlainWord = (token: string): boolean => known.has(token)

/**
 * The terms that papers use for the words of a text, in its order.
 * @param meant words that carry meaning by themselves; the others only count in phrases
 */
export const alikeWords = (words: readonly string[], meant: ReadonlySet<string>): AlikeWord[] => {
  const found = new Map<string, Set<readonly string[]>>()
  for (const [at, first] of words.entries())
    for (const { said, written } of rules.get(first) ?? []) {
      const isSaid = said.length === 1 ? meant.has(first) : said.every((word, index) => words[at + index] === word)
      if (!isSaid) continue
      for (const term of written) found.set(term, (found.get(term) ?? new Set()).add(said))
    }
  return Array.from(found, ([term, of]) => ({ term, of: [...of] }))
}
