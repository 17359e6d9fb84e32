/** Commands of TeX that stand for one sign, in text and in mathematics alike. */

const GREEK =
  'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ ' +
  'pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω ' +
  'Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω'

const OPERATORS =
  'pm ± times × cdot · circ ° deg ° approx ≈ sim ∼ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ ll ≪ gg ≫ equiv ≡ propto ∝ infty ∞ to → ' +
  'rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ uparrow ↑ downarrow ↓ mapsto ↦ in ∈ notin ∉ subset ⊂ subseteq ⊆ ' +
  'cap ∩ cup ∪ emptyset ∅ forall ∀ exists ∃ neg ¬ land ∧ wedge ∧ lor ∨ vee ∨ oplus ⊕ otimes ⊗ star ⋆ ast ∗ bullet • div ÷ mp ∓ ' +
  'partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ ell ℓ hbar ℏ ldots … dots … cdots ⋯ dagger † prime ′ langle ⟨ rangle ⟩ mid | ' +
  'vert | Vert ‖ triangle △ checkmark ✓ perp ⊥ angle ∠'

const pairs = (list: string): [string, string][] => {
  const parts = list.split(' ')
  return parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? '']] : []))
}

/** The sign that a command of mathematics stands for, by its name. */
export const mathematicalSigns: ReadonlyMap<string, string> = new Map([...pairs(GREEK), ...pairs(OPERATORS)])

const SUPERSCRIPTS = new Map(
  Array.from('0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻=⁼(⁽)⁾nⁿiⁱkᵏmᵐtᵗxˣ∗*'.matchAll(/(?<plain>.)(?<raised>.)/gu), ({ groups }) => [
    groups?.plain ?? '',
    groups?.raised ?? '',
  ]),
)
const SUBSCRIPTS = new Map(
  Array.from(
    '0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋=₌(₍)₎aₐeₑiᵢjⱼkₖmₘnₙoₒpₚrᵣsₛtₜuᵤxₓ'.matchAll(/(?<plain>.)(?<lowered>.)/gu),
    ({ groups }) => [groups?.plain ?? '', groups?.lowered ?? ''],
  ),
)

const inScript = (text: string, signs: ReadonlyMap<string, string>): string | null => {
  const found = Array.from(text, (sign) => signs.get(sign))
  return found.every((sign) => sign !== undefined) ? found.join('') : null
}

/** A text in raised or lowered signs; null where Unicode lacks one of them. */
export const raised = (text: string): string | null =>
  text === '°' || text === '′' ? text : inScript(text, SUPERSCRIPTS)
export const lowered = (text: string): string | null => inScript(text, SUBSCRIPTS)
