import type { Product, ProductVersion } from '@ipoteka-office/contract/products/product-rows.ts'
import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import type { RecordKit } from '#widgets/record/use-record.ts'
import { type Pair, VersionsComparison, VersionsRail } from '../releases/releases-part.tsx'
import { type PartKey, partWords } from './card-parts.ts'
import { SectionMarks } from './issues.tsx'
import styles from './one-page.module.css'
import type { useChecks } from './use-product-record.ts'
import type { ProductValues } from './product-values.ts'

/** A draft on one page: sections with their completeness at the left, all parts, the rail of versions at the right. */
export function OnePage({
  product,
  parts,
  draws,
  kit,
  checks,
  pair,
  onPair,
  onGo,
}: {
  product: Product
  parts: readonly PartKey[]
  draws: Readonly<Record<PartKey, () => ReactNode>>
  kit: RecordKit<ProductVersion, ProductValues>
  checks: ReturnType<typeof useChecks>
  pair: Pair
  onPair: (pair: Pair) => void
  onGo: (path: string) => void
}) {
  return (
    <div className={styles.page}>
      <SectionMarks
        product={product}
        control={kit.form.control}
        dirty={kit.isDirty}
        checks={checks}
        parts={parts}
        onGo={onGo}
      />
      <div className={styles.parts}>
        {parts.map((part) => (
          <section key={part} id={part} aria-label={partWords[part]} className={styles.part}>
            <h2>{partWords[part]}</h2>
            {draws[part]()}
          </section>
        ))}
        <section className={styles.part} id="comparison" aria-label="Сравнение выпусков">
          <h2>Сравнение выпусков</h2>
          <div className={cx('card', styles.card)}>
            <VersionsComparison product={product} pair={pair} onPair={onPair} />
          </div>
        </section>
      </div>
      <aside className={cx('card', styles.card, styles.rail)} aria-label="Выпуски продукта">
        <h2>Выпуски</h2>
        <VersionsRail product={product} base={`/product-refactoring/${product.id}`} />
      </aside>
    </div>
  )
}
