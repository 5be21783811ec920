import { getProductVersion } from '@ipoteka-office/contract/products/products.ts'
import { productVersionStates } from '@ipoteka-office/contract/products/product-version-machine.ts'
import type { Product, ProductVersion, VersionRow } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Tag } from '#ui/tag.tsx'
import { DifferencesTable } from '#widgets/differences-table.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { periodText, productHref, stateTones } from '../product-words.ts'
import styles from './releases.module.css'
import { useVersionNames } from './use-version-names.ts'
import { versionDifferences } from './version-differences.ts'

const who = (words: string, person: { fullName: string } | null) =>
  person && `${words} ${shortName(person.fullName)}`

/** All versions, the newest first: each opens the page as it was in it. */
export function VersionsRail({ product, base }: { product: Product; base?: string }) {
  return (
    <ol className={styles.rail} aria-label="Выпуски">
      {product.versions.map((row) => (
        <li key={row.number} className={cx(row.number === product.shown.number && styles.shown)}>
          <div className={styles.line}>
            <HrefLink
              href={`${base ?? productHref(product)}?number=${row.number}`}
              {...(row.number === product.shown.number && { 'aria-current': 'true' as const })}
            >
              Выпуск {row.number}
            </HrefLink>
            <StatusDot tone={stateTones[row.state]}>{productVersionStates[row.state]}</StatusDot>
            {row.inForce && <Tag tone="green">Действует</Tag>}
          </div>
          <div>{periodText(row.validFrom, row.inForceTo ?? row.validTo)}</div>
          <div className="muted small">
            {[
              who('Автор', row.author),
              who('согласовал', row.approvedBy),
              who('выпустил', row.releasedBy),
              row.releasedAt && formatDateTime(row.releasedAt),
              row.openCases > 0 && `заявок в работе ${row.openCases}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Differences({
  product,
  one,
  other,
}: {
  product: Product
  one: ProductVersion
  other: ProductVersion
}) {
  const [before, after] = one.number < other.number ? [one, other] : [other, one]
  const names = useVersionNames(product, [before.content, after.content])
  const differences = versionDifferences(before, after, names)
  if (differences.length === 0)
    return <Empty title={`Выпуски ${before.number} и ${after.number} говорят одно`} />
  return (
    <DifferencesTable
      label="Сравнение выпусков"
      field="Условие"
      before={`Выпуск ${before.number}`}
      after={`Выпуск ${after.number}`}
      differences={differences}
    />
  )
}

function Comparison({ product, one, other }: { product: Product; one: number; other: number }) {
  const ask = (number: number) =>
    query(getProductVersion, { params: { id: String(product.id), number: String(number) } })
  const [first, second] = [useQuery(ask(one)), useQuery(ask(other))]
  const failed = [first, second].find(({ isError }) => isError)
  if (failed) return <FailureBlock failure={failed.error} onRetry={() => void failed.refetch()} />
  if (!first.data || !second.data) return <DelayedLoader />
  return <Differences product={product} one={first.data} other={second.data} />
}

const optionOf = ({ number, state, validFrom, validTo }: VersionRow) => ({
  code: String(number),
  name: `Выпуск ${number} — ${productVersionStates[state].toLocaleLowerCase('ru')}, ${periodText(validFrom, validTo)}`,
})

/** Which two versions are side by side. */
export interface Pair {
  readonly one?: number
  readonly other?: number
}

/** Any two versions side by side: at first the one shown and the one before it. */
export function VersionsComparison({
  product,
  pair,
  onPair,
}: {
  product: Product
  pair: Pair
  onPair: (pair: Pair) => void
}) {
  const { versions, shown } = product
  const known = (number: number | undefined) => versions.find((row) => row.number === number)?.number
  const other = known(pair.other) ?? shown.number
  const one =
    known(pair.one) ??
    versions.find(({ number }) => number < other)?.number ??
    versions.find(({ number }) => number !== other)?.number
  const options = versions.map(optionOf)
  if (one === undefined) return <p className="muted">Выпуск пока один: сравнивать не с чем.</p>
  return (
    <>
      <div className={styles.sides}>
        <SingleSelect
          aria-label="Первый выпуск"
          options={options}
          value={String(one)}
          onChange={(code) => onPair({ one: Number(code), other })}
        />
        <SingleSelect
          aria-label="Второй выпуск"
          options={options}
          value={String(other)}
          onChange={(code) => onPair({ one, other: Number(code) })}
        />
      </div>
      {one === other ? (
        <p className="muted">Выберите два разных выпуска.</p>
      ) : (
        <Comparison key={`${one} ${other}`} product={product} one={one} other={other} />
      )}
    </>
  )
}

/** «Выпуски»: the rail of versions and any two of them compared. */
export function ReleasesPart({
  product,
  pair,
  onPair,
}: {
  product: Product
  pair: Pair
  onPair: (pair: Pair) => void
}) {
  return (
    <div className={styles.part}>
      <section className={cx('card', styles.card)} aria-label="Выпуски продукта">
        <h2>Выпуски</h2>
        <VersionsRail product={product} />
      </section>
      <section className={cx('card', styles.card)} aria-label="Сравнение">
        <h2>Сравнение выпусков</h2>
        <VersionsComparison product={product} pair={pair} onPair={onPair} />
      </section>
    </div>
  )
}
