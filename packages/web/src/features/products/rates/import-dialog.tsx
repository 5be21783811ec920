import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import {
  cellChanges,
  importRates,
  maxRatesBytes,
  type RatesImport,
} from '@ipoteka-office/contract/products/rates-file.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue, formatPercent } from '#lib/format.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { Progress } from '#ui/progress.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { failureLine } from '#widgets/notify-failure.ts'
import { SheetDrop } from '#widgets/sheet-drop.tsx'
import { adoptProduct } from '../card/use-product-record.ts'
import { pointsText } from '../points-text.ts'
import styles from './import-dialog.module.css'

type Change = keyof typeof cellChanges
const tones: Readonly<Record<Change, Tone>> = {
  NEW: 'blue',
  CHANGED: 'amber',
  GONE: 'red',
  SAME: 'neutral',
  WRONG: 'red',
}
const shownRate = (rate: string | null) => (rate === null ? emptyValue : formatPercent(rate, 3))

function Preview({ preview }: { preview: RatesImport }) {
  return (
    <>
      <p className={styles.counts} aria-label="Что изменится">
        {(Object.keys(cellChanges) as Change[]).map((change) => (
          <span key={change}>
            <Tag tone={tones[change]}>{cellChanges[change]}</Tag> {formatCount(preview.counts[change])}
          </span>
        ))}
      </p>
      {preview.cells.length > 0 && (
        <PlainTable
          label="Ячейки, которые изменятся"
          columns={['Строка', 'Ячейка', 'Было', 'Станет', 'Разница, п.', 'Что с ней']}
        >
          {preview.cells.map((cell) => (
            <tr key={`${cell.line} ${cell.place} ${cell.change}`}>
              <td>{cell.line ?? emptyValue}</td>
              <th scope="row">{cell.place}</th>
              <td data-figure>{shownRate(cell.oldRate)}</td>
              <td data-figure>{shownRate(cell.newRate)}</td>
              <td data-figure>{pointsText(cell.difference)}</td>
              <td>{cell.error ?? <Tag tone={tones[cell.change]}>{cellChanges[cell.change]}</Tag>}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </>
  )
}

/** Why the file cannot be applied; null: it can. */
function reasonOf(preview: RatesImport | null): string | null {
  if (preview === null) return 'Выберите файл'
  const { NEW, CHANGED, GONE, WRONG } = preview.counts
  if (WRONG > 0) return `Исправьте ошибки в файле: ${WRONG}. Ставки меняются все сразу или ни одна`
  return NEW + CHANGED + GONE === 0 ? 'Файл ничего не меняет' : null
}

/** Rates of the draft from a file: first what would change, then all of it or nothing. */
export function ImportRatesDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<RatesImport | null>(null)
  const [issue, setIssue] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const params = { id: String(product.id) }
  const send = async (taken: File, { apply }: { readonly apply: boolean }) => {
    setBusy(true)
    setIssue(null)
    try {
      const query = apply && preview ? { apply: 'true' as const, version: String(preview.version) } : {}
      const answer = await call(importRates, { params, query }, { file: taken })
      if (answer.applied === null) {
        setFile(taken)
        setPreview(answer)
        return
      }
      await adoptProduct(client)
      toast.success('Ставки загружены в черновик')
      onClose()
    } catch (failure) {
      setPreview(null)
      setIssue(failureLine(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title="Ставки из файла"
      size="wide"
      outside="ask"
      onClose={onClose}
      approval={{
        text: 'Загрузить в черновик',
        onApprove: () => file && void send(file, { apply: true }),
        busy,
        disabledReason: reasonOf(preview),
      }}
    >
      {busy && preview === null ? (
        <Progress label="Сравниваем файл с черновиком" done={0} total={null} />
      ) : (
        <SheetDrop
          maxBytes={maxRatesBytes}
          issue={issue}
          onTake={(taken) => void send(taken, { apply: false })}
        >
          XLSX или CSV. За основу возьмите выгрузку этого черновика: файл другого выпуска не примется.
        </SheetDrop>
      )}
      {preview && <Preview preview={preview} />}
    </Dialog>
  )
}
