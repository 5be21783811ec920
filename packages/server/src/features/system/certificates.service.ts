import type { Expiration } from '@ipoteka-office/contract/system/system.ts'
import type { Db } from '#db/database.ts'
import { readCertificate } from '#integrations/certificates/read-certificate.ts'
import { placeName, type PlaceUse, placeUses, type TlsPlace } from '#integrations/certificates/tls-places.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { askedGauges } from '#lib/metrics.ts'
import { type CertificateRow, findCertificates, keepCertificates } from './certificates.repo.ts'

const day = 24 * 3_600_000
/** A new one is ordered, issued and put in within this time. */
const soon = 30 * day

/** Looks at the certificates of all addresses and keeps what they show. */
export async function watchCertificates(
  db: Db,
  places: readonly TlsPlace[],
  clock: BankClock,
): Promise<void> {
  const read = await Promise.all(
    places.map(async (place) => ({
      place: placeName(place),
      uses: place.uses,
      ...(await readCertificate(place)),
    })),
  )
  await db.transaction().execute((tx) => keepCertificates(tx, read, clock.now()))
}

const isKnown = (use: string): use is PlaceUse => Object.hasOwn(placeUses, use)
/** An address of a version before or after this one is told by its code. */
const nameOf = (use: string): string => (isKnown(use) ? placeUses[use] : use)

function stateOf({ endsAt, failure }: CertificateRow, now: number): Expiration['state'] {
  const left = endsAt === null ? null : Date.parse(endsAt) - now
  if (left !== null && left <= 0) return 'ENDED'
  if (failure !== null) return 'DOUBTFUL'
  return left !== null && left <= soon ? 'SOON' : 'GOOD'
}

/** The certificates as they were seen last, what ends first above. */
export async function certificatesOf(db: Db, clock: BankClock): Promise<Expiration[]> {
  const now = clock.now().getTime()
  return (await findCertificates(db)).map((row) => ({
    kind: 'CERTIFICATE',
    name: row.uses.map(nameOf).join(', '),
    place: row.place,
    state: stateOf(row, now),
    endsAt: row.endsAt,
    daysLeft: row.endsAt === null ? null : Math.floor((Date.parse(row.endsAt) - now) / day),
    failure: row.failure,
    checkedAt: row.checkedAt,
  }))
}

/** Shows in /metrics when certificates end, until the returned function is called. */
export const measureCertificates = askedGauges(
  'certificates',
  {
    ipoteka_certificate_ends_timestamp_seconds: {
      help: 'Moment at which the certificate of an address ends',
      labels: ['place'],
    },
    ipoteka_certificate_sound: {
      help: 'Whether whoever checks the certificate of an address takes it',
      labels: ['place'],
    },
  },
  async (db: Db) =>
    (await findCertificates(db)).flatMap(({ place, endsAt, failure }) => [
      { gauge: 'ipoteka_certificate_sound' as const, labels: { place }, value: failure === null ? 1 : 0 },
      ...(endsAt === null
        ? []
        : [
            {
              gauge: 'ipoteka_certificate_ends_timestamp_seconds' as const,
              labels: { place },
              value: Date.parse(endsAt) / 1_000,
            },
          ]),
    ]),
)
