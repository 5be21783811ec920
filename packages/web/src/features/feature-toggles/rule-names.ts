import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import { listRoles } from '@ipoteka-office/contract/roles/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOnce } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePartnerOptions } from '#widgets/fields/partner-options.ts'
import type { RuleNames } from './toggle-state.ts'

/** What rules may point to, and how it is called. */
export interface RuleChoices extends RuleNames {
  /** Null: the person may not see the roles, their codes are typed. */
  readonly roles: readonly Option[] | null
  readonly partners: readonly Option[]
}

/** Roles and partners for the rules of toggles. */
export function useRuleChoices(): RuleChoices {
  const mayList = useRights().mayCall(listRoles)
  const { data } = useQuery({ ...queryOnce(listRoles, { query: {} }), enabled: mayList })
  const partners = usePartnerOptions().options
  const roles = mayList ? (data ?? []).map(({ code, name }) => ({ code, name })) : null
  return {
    roles,
    partners,
    role: (code) => roles?.find((option) => option.code === code)?.name ?? code,
    partner: (id) => partners.find(({ code }) => code === String(id))?.name ?? `Партнёр № ${id}`,
  }
}
