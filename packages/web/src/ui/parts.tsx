import type { ReactNode } from 'react'
import { usePageLook } from '#theme/use-page-look.ts'
import styles from './page-head.module.css'
import { type Tab, TabsWithCounts } from './tabs-with-counts.tsx'

/** A part of a page: what its tab says, and what it shows. */
export type Part<K extends string> = Tab<K> & { draw: () => ReactNode }

/** The parts of a page: under tabs, or in the former look all of them one after another. */
export function Parts<K extends string>({
  label,
  parts,
  value,
  onChange,
}: {
  label: string
  parts: readonly Part<K>[]
  value: K
  onChange: (key: K) => void
}) {
  if (usePageLook() === 'former')
    return parts.map(({ key, label: words, draw }) => (
      <section key={key} id={key} aria-label={words} className={styles.part}>
        <h2>{words}</h2>
        {draw()}
      </section>
    ))
  return (
    <>
      <TabsWithCounts label={label} tabs={parts} value={value} onChange={onChange} />
      {parts.find(({ key }) => key === value)?.draw()}
    </>
  )
}
