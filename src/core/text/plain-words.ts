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
fool mislead cheat lie fall_for > deception attack manipulation
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
command order = instruction
instruct tell > instruction prompt
hide buried > conceal latent covert embed
bait lure > deception injection
trick > technique skill deception
trick_into tricked_into > deception manipulation
phishing spam > malicious deception
blackmail extort > coercion threat
malware > malicious attack
confidential = privacy
secret > confidential privacy covert
blurt blab give_away > disclosure leakage privacy
peek snoop > access privacy
peeking cheat_on > contamination leakage
sue lawsuit liable liability > legal responsibility accountability
blame fault_of > responsible attribution accountability
responsible = accountability
proof_of receipt > evidence record audit
paper_trail black_box > audit trace transparency
signature sign_off approve approval > authorization approval consent
permission rights > access authorization
owner owned > ownership
inventory catalogue > registry inventory taxonomy
fence cage lock_down > sandbox isolation constraint
leash rein_in > control constraint oversight
guardrail safety_net > guardrail safeguard constraint
hard_rule red_line off_limits > constraint policy prohibit
promise vow > commitment guarantee
emergency kill_switch pull_the_plug > shutdown interrupt
accident > incident safety
go_under > loss failure
bankrupt go_broke > loss failure financial
sales > commerce revenue
shopkeeper vending kiosk > retail business
startup small_business > business enterprise
invoice billing bill > cost bill payment
bill > cost
pricey spend > cost expensive budget
economical thrifty frugal > efficient cost
bargain good_value > cost efficient
worthwhile worth_it pay_off > benefit cost gain
overspend burn_through blow_the_budget > cost consumption budget
drain exhaust use_up eat_up run_out_of > consumption exhaustion budget
bloat bloated clutter cluttered stuffed > redundant overload length
overload overwhelm swamped drown > overload scale
crowded > capacity limit
instant real_time > latency realtime
lag laggy delay > latency delay
head_start ahead_of_time in_advance beforehand > anticipate speculative prediction
prepare ready > preparation proactive
remind nudge > proactive reminder
without_being_asked unasked unprompted > proactive
step_back think_twice > reflection deliberate
show_its_work spell_out > explanation step reasoning
common_sense gut_feeling intuition > commonsense heuristic intuition
figure_out work_out > reasoning inference solve
calculate calculation > arithmetic numerical
rephrase reword wording phrasing > prompt instruction paraphrase
request > instruction prompt query
request = query
identical > repeat consistency
every_time each_time > consistency repeat
fluctuate unpredictable erratic flaky > variance stochastic inconsistent reliability
unreliable moody > reliability inconsistent
dependable depend count_on > reliability dependable
unstable collapse blow_up > instability collapse divergence
contradict contradiction clash > conflict inconsistency contradiction
trip_over > conflict coordination interference
misunderstand miscommunicate talk_past > misalignment communication ambiguity
unclear vague ambiguous > ambiguity underspecified clarification
old old_fashioned > stale outdated previous
earlier_version > version history
latest up_to_date > update recent temporal
keep_track track > tracking monitor state
bookkeeping accounts accounting > accounting financial ledger
timeline chronology > temporal history
earlier_conversation last_time > history memory session
companion pal buddy > companion social dialogue
gossip rumour > communication information diffusion
village community > social society
role_play pretend_to_be act_as > role persona simulation
make_believe virtual > simulation environment
playground practice_ground > sandbox environment simulation
puppet > control
collection stock repertoire > library repository collection
toolbox toolkit > tool library
master mastered proficient > skill acquire learning
know_how knowhow > skill knowledge
combine recombine > composition compose reuse
how_to manual handbook guidebook cheat_sheet > procedure guideline instruction documentation
guideline tip tips > guideline heuristic
recipe > procedure workflow pipeline
set_in_stone hard_coded hardwired > static predefined fixed
follow followed > compliance adherence instruction
assembly_line conveyor > pipeline workflow
flowchart > workflow graph
tinker fiddle > exploration experiment
wander_around > exploration navigation
fill_in fill_out > form web interaction
browse browser surf > web browsing navigation
button menu > interface gui element
gripper > manipulation robotic
pick_and_place > manipulation robotic
self_directed > autonomous
self_taught teach_itself > self learning
evolve mutate > evolution evolutionary
unlearn > forgetting degradation
rusty wear_off fade > degradation forgetting decay
go_downhill deteriorate rot > degradation decline
fall_apart break_apart come_apart > failure degradation collapse
flawless perfect spotless > accuracy perfect
sloppy careless > error inaccurate
add_up compound > accumulate compounding error
domino knock_on chain_reaction > cascade propagation
root_cause went_wrong goes_wrong what_went_wrong > diagnosis cause attribution failure
pinpoint locate track_down > localization identify diagnosis
partial_credit halfway along_the_way on_the_way part_way > progress partial intermediate
pass_or_fail all_or_nothing > success binary outcome
grader marker referee umpire jury > judge evaluation
fair_comparison level_playing_field > evaluation benchmark standard
league_table leaderboard > leaderboard ranking benchmark
boast overclaim hype > overestimate claim
own_up admit confess > honesty disclosure
blind_spot weakness > limitation vulnerability failure
stress_test torture_test > robustness stress adversarial
red_team > adversarial red
what_if > counterfactual simulation
dry_run rehearse rehearsal > simulation verification
crystal_ball see_coming > prediction foresight
side_effect knock_on_effect > unintended effect
undoable cannot_undo no_way_back point_of_no_return > irreversible
wait_for hold_on > wait asynchronous
at_the_same_time side_by_side > parallel concurrent
one_after_another > sequential
rush hurry deadline > time constraint deadline
marathon big_project > long
code_base codebase > repository software
coder programmer > developer code
spaghetti legacy > legacy code
footnote citation cite > citation reference source
fact_check > verification factual
file_away store_away stash > storage store memory
excerpt > chunk passage segment
table_of_contents > index hierarchical
skim skim_through leaf_through > read summarize
distract distracted distraction sidetrack > distraction irrelevant noise
plug_in plugin connector add_on > tool integration api
shortlist narrow_down > selection retrieval filter
traffic_cop dispatcher switchboard > routing orchestration
hand_off handoff > delegation transfer
chain_of_command > hierarchical orchestration
committee council > ensemble debate
vote majority > voting consensus aggregation
second_pair_of_eyes proofread > review verification
draft redo revise rework > revision refinement
polish touch_up > refinement
self_check check_itself > self verification reflection
criticism criticise > critique feedback
feedback = critique
mistake = failure
slip_up stumble > failure error
lesson_learned hindsight > reflection experience
retrain > training
knob setting > parameter configuration
top_end state_of_the_art > frontier
big_tech > large proprietary
mentor > teacher guidance
imitate mimicry > imitation demonstration
carrot_and_stick > reinforcement learning
boring dull repetitive mundane tedious > routine repetitive tedious
chores busywork drudgery > routine task automation
take_our_jobs lay_off > automation labor displacement
wish > preference desire
get_more_done > productivity efficiency
overtime workload > workload
suspicious money_laundering > fraud laundering compliance
crm > customer management
scientist researcher lab_work > scientific research
discovery breakthrough > discovery scientific
literature_review reading_list > survey review literature
survey = review
state_of_play where_we_stand > survey
versus vs which_one > comparison
pros_and_cons > tradeoff comparison
mental_model > world model
middleman go_between broker > mediator intermediary
share_out divvy divide_up > allocation decomposition
chop_up > decomposition subtask
baby_step bite_sized > subtask decomposition
big_picture bird_s_eye > global hierarchical
fine_print > detail constraint
shopping_list wish_list > constraint preference
within_budget > budget constraint
impossible unsolvable cannot_be_done > infeasible impossible
doable possible feasible > feasibility
say_no refuse turn_down decline > refusal abstain
ask_first check_with_me ask_me > clarification approval human
butt_in barge_in > interruption intervention
step_in intervene > intervention human
hand_holding babysit > supervision human
co_worker partner side_kick > collaboration human
trust_too_much overtrust blindly_trust > overreliance trust
overconfident cocky > overconfidence calibration
how_certain certainty > confidence uncertainty
bluff make_things_up makes_things_up hallucinate > hallucination fabricate
lying liar > deception dishonest
two_faced double_agent backstab > deception alignment
time_bomb booby_trap > backdoor trigger
poisoned contaminated tainted > poisoning
break_out break_free > escape sandbox
jail_break talk_into_it > jailbreak
learn_from > experience lesson feedback reflection
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
