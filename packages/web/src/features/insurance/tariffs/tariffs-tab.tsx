import {
  listTariffs,
  maxTariffBytes,
  maxTariffLines,
  type Tariff,
  tariffHeadings,
  uploadTariff,
} from '@ipoteka-office/contract/insurance/tariffs.ts'
import { PagedTable } from '#widgets/list/paged-table.tsx'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import type { Column } from '#ui/table/table-columns.ts'
import { SheetUpload } from '#widgets/sheet-upload.tsx'
import type { TabProps } from '../insurance-page.tsx'
import styles from '../insurance.module.css'
import { PremiumCheck } from './premium-check.tsx'
import { TariffCard } from './tariff-card.tsx'
import { countsText, stateTag } from './tariff-words.tsx'

const columnsFor = (onOpen: (id: number) => void): Column<Tariff>[] => [
  {
    key: 'insurer',
    title: 'Страховщик',
    width: 300,
    grows: true,
    render: ({ id, insurer, number }) => (
      <button type="button" className={styles.open} onClick={() => onOpen(id)}>
        {insurer.shortName}, тариф {number}
      </button>
    ),
  },
  { key: 'state', title: 'Состояние', width: 160, render: stateTag },
  { key: 'from', title: 'Действует с', width: 120, render: ({ validFrom }) => formatDate(validFrom) },
  { key: 'lines', title: 'Строки', width: 250, render: countsText },
  {
    key: 'by',
    title: 'Загрузил',
    width: 230,
    render: ({ by, at }) => `${shortName(by.fullName)}, ${formatDateTime(at)}`,
  },
  {
    key: 'decidedBy',
    title: 'Решил',
    width: 180,
    render: ({ decidedBy }) => decidedBy && shortName(decidedBy.fullName),
  },
]

/** «Тарифы»: those of all insurers, or one of them line by line. */
export function TariffsTab({ lending, search, go }: TabProps) {
  const open = (id: number | null) => go(id === null ? { tab: 'tariffs' } : { tab: 'tariffs', tariff: id })
  const opened = Number(search['tariff'])
  if (Number.isInteger(opened) && opened > 0)
    return <TariffCard key={opened} id={opened} onClose={() => open(null)} />
  return <All lending={lending} onOpen={open} />
}

function All({ lending, onOpen }: Pick<TabProps, 'lending'> & { onOpen: (id: number) => void }) {
  const [checking, setChecking] = useState(false)
  return (
    <>
      {useRights().mayCall(uploadTariff) && <Upload onLoaded={onOpen} />}
      <div className={styles.bar}>
        <Button aria-expanded={checking} onClick={() => setChecking(!checking)}>
          Проверить премию
        </Button>
      </div>
      {checking && <PremiumCheck lending={lending} />}
      <PagedTable
        label="Тарифы страховщиков"
        columns={columnsFor(onOpen)}
        pages={(page) => query(listTariffs, { query: page })}
        emptyTitle="Тарифов ещё не загружали"
      />
    </>
  )
}

function Upload({ onLoaded }: { onLoaded: (id: number) => void }) {
  return (
    <section className={cx('card', styles.box)} aria-label="Новый тариф">
      <SheetUpload
        maxBytes={maxTariffBytes}
        send={(file) => call(uploadTariff, {}, { file })}
        onSent={({ id }) => onLoaded(id)}
      >
        Тариф одного страховщика: XLSX или CSV, до {formatCount(maxTariffLines)} строк. В первой строке
        названия столбцов: {Object.values(tariffHeadings).join(', ')}. Подтверждает другой сотрудник.
      </SheetUpload>
    </section>
  )
}
