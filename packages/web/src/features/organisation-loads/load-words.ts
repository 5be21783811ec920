import { lowered } from '#lib/words.ts'
import {
  type OrganisationLoad,
  type OrganisationRowKind,
  organisationRowKinds,
} from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { formatCount } from '#lib/digits.ts'
import type { DotTone } from '#ui/status-dot.tsx'

/** Colours of the states of loads. */
export const loadTones: Record<OrganisationLoad['state'], DotTone> = {
  CHECKING: 'blue',
  READY: 'amber',
  APPLYING: 'blue',
  APPLIED: 'green',
  FAILED: 'red',
}

/** Kinds that the file has, in their order. */
export const kindsOf = ({ counts }: Pick<OrganisationLoad, 'counts'>): OrganisationRowKind[] =>
  (Object.keys(organisationRowKinds) as OrganisationRowKind[]).filter((kind) => (counts[kind] ?? 0) > 0)

/** «Новые: 12, ошибки: 3»; empty while the file is not read. */
export const countsText = (load: Pick<OrganisationLoad, 'counts'>): string =>
  kindsOf(load)
    .map((kind) => `${lowered(organisationRowKinds[kind])}: ${formatCount(load.counts[kind] ?? 0)}`)
    .join(', ')
