/**
 * Commands of TeX that only set mathematics. Others can read files, define commands or write: whoever typesets a citation
 * would run what a submitter wrote.
 */
const COMMANDS = new Set(
  `
  alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho sigma
  varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar imath
  jmath aleph Re Im partial nabla infty emptyset varnothing prime
  pm mp times div cdot ast star circ bullet oplus ominus otimes odot wedge vee cap cup setminus sqcap sqcup uplus dagger
  leq le geq ge neq ne equiv sim simeq approx cong propto prec succ preceq succeq ll gg subset supset subseteq supseteq in
  ni notin mid parallel perp models vdash dashv asymp doteq not
  to gets leftarrow rightarrow leftrightarrow Leftarrow Rightarrow Leftrightarrow mapsto longrightarrow longleftarrow
  uparrow downarrow updownarrow implies iff forall exists neg land lor top bot
  sum prod coprod int iint oint bigcap bigcup bigoplus bigotimes bigvee bigwedge lim limsup liminf sup inf max min arg det
  dim exp ln log lg sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan gcd ker Pr deg hom bmod pmod mod
  frac dfrac tfrac binom sqrt overline underline overbrace underbrace hat widehat tilde widetilde bar vec dot ddot check
  breve acute grave mathring stackrel overset underset
  mathbb mathbf mathcal mathfrak mathit mathrm mathscr mathsf mathtt boldsymbol bm text textrm textit textbf textsc
  operatorname displaystyle textstyle scriptstyle
  left right big Big bigg Bigg lfloor rfloor lceil rceil langle rangle vert Vert lvert rvert lVert rVert lbrace rbrace
  backslash quad qquad ldots cdots vdots ddots dots colon
  `
    .trim()
    .split(/\s+/u),
)

const ESCAPED_SIGNS = new Set(' ,;:!{}|_%&#$')
/** Comments, parameters, columns, and characters by their number, which may be a backslash. */
const FORBIDDEN = /(?<!\\)[%#&]|\^\^|\\$/u

/** Whether a formula, with its dollar signs, holds nothing but mathematics. */
export const isMathematics = (formula: string): boolean => {
  if (FORBIDDEN.test(formula)) return false
  return formula
    .split('\\')
    .slice(1)
    .every((behind) => {
      const command = /^[A-Za-z]+/u.exec(behind)?.[0]
      return command === undefined ? ESCAPED_SIGNS.has(behind.charAt(0)) : COMMANDS.has(command)
    })
}
