/** A rule of assignment; what is null restricts nothing. */
export interface AssignmentRule {
  readonly id: number
  readonly name: string
  readonly partnerId: number | null
  readonly regionCode: string | null
  readonly programmeCode: string | null
  readonly method: 'ROUND_ROBIN' | 'LEAST_LOADED' | 'FIXED'
  readonly workgroupId: number | null
  readonly employeeId: number | null
  readonly lastEmployeeId: number | null
}

/** Who may be given a case: active, not absent, with the right, of a partner that sees it. */
export interface Candidate {
  readonly id: number
  /** Open cases of the type. */
  readonly load: number
}

interface Asked {
  readonly partnerId: number
  readonly regionCode: string | null
  readonly programmeCode: string | null
}

const fits = <T>(wanted: T | null, given: T | null) => wanted === null || wanted === given

/** The rules that fit, in their order. */
export const pickRule = (rules: readonly AssignmentRule[], ask: Asked): AssignmentRule[] =>
  rules.filter(
    (rule) =>
      fits(rule.partnerId, ask.partnerId) &&
      fits(rule.regionCode, ask.regionCode) &&
      fits(rule.programmeCode, ask.programmeCode),
  )

/** The candidate by the rule's method; null: there is nobody. */
export function pickCandidate(rule: AssignmentRule, candidates: readonly Candidate[]): number | null {
  const byId = [...candidates].sort((a, b) => a.id - b.id)
  if (rule.method === 'FIXED') return byId.find(({ id }) => id === rule.employeeId)?.id ?? null
  if (rule.method === 'LEAST_LOADED')
    return (
      byId.reduce<Candidate | null>((best, c) => (best === null || c.load < best.load ? c : best), null)
        ?.id ?? null
    )
  const { lastEmployeeId } = rule
  const next = lastEmployeeId === null ? undefined : byId.find(({ id }) => id > lastEmployeeId)
  return (next ?? byId[0])?.id ?? null
}
