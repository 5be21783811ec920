import type {
  ConsentKind,
  ShortApplication,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'

/** What is asked of everybody who borrows: the sending wants the first, the preliminary decision the second. */
const askedKinds: readonly ConsentKind[] = ['PERSONAL_DATA', 'CREDIT_BUREAU']

/** A consent that is asked for and not there. */
export interface Lacking {
  readonly kind: ConsentKind
  readonly coBorrowerKey: string | null
}

/** The asked consents that are not in force, by person: the client first. */
export function lackingOf(app: Pick<ShortApplication, 'consents' | 'coBorrowers'>): Lacking[] {
  const people = [null, ...app.coBorrowers.map(({ key }) => key)]
  return people.flatMap((coBorrowerKey) =>
    askedKinds
      .filter(
        (kind) =>
          !app.consents.some(
            (one) => one.kind === kind && one.coBorrowerKey === coBorrowerKey && one.inForce,
          ),
      )
      .map((kind) => ({ kind, coBorrowerKey })),
  )
}
