import {
  splitDocument,
  splitTargets,
  viewDocument,
} from '@ipoteka-office/contract/documents/document-files.ts'
import type { Document, DocumentFile } from '@ipoteka-office/contract/documents/documents.ts'
import { useMemo, useState } from 'react'
import { call } from '#api/call.ts'
import { fileSource } from '#api/file-source.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { GroupSelect } from '#ui/select/group-select.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { PdfThumb } from '#ui/viewer/pdf-thumbs.tsx'
import { usePdf } from '#ui/viewer/pdf-view.tsx'
import { ViewerLoading } from '#ui/viewer/viewer-states.tsx'
import { FailureBlock } from '../failure-block.tsx'
import styles from './split.module.css'
import {
  type Cuts,
  choose,
  cutEvery,
  type Part,
  partsOf,
  splitIssue,
  toggleCut,
  wholeFile,
} from './split-parts.ts'
import { useTypeGroups } from './upload/type-dialog.tsx'
import { changeDocuments } from './use-documents.ts'

type Into = keyof typeof splitTargets

const pagesText = ({ from, to }: Part) => (from === to ? `стр. ${from}` : `стр. ${from}–${to}`)

function PageGrid({
  file,
  cuts,
  onCut,
}: {
  file: DocumentFile & { source: ReturnType<typeof fileSource> }
  cuts: Cuts
  onCut: (page: number) => void
}) {
  const pdf = usePdf(file.source)
  if (pdf.kind === 'loading') return <ViewerLoading done={pdf.done} total={pdf.total} />
  if (pdf.kind === 'failed') return <FailureBlock failure={pdf.failure} onRetry={pdf.retry} />
  const parts = partsOf(cuts)
  return (
    <ol className={styles.pages} aria-label="Страницы файла">
      {Array.from({ length: cuts.pages }, (_, index) => {
        const page = index + 1
        const part = parts.findIndex(({ from, to }) => page >= from && page <= to)
        const begins = cuts.starts.includes(page)
        return (
          <li key={page} className={cx(styles.page, part % 2 === 1 && styles.odd)}>
            <button
              type="button"
              disabled={page === 1}
              aria-pressed={begins}
              aria-label={`Страница ${page}: начать с неё новую часть`}
              onClick={() => onCut(page)}
            >
              <PdfThumb file={pdf.file} index={index} rotation={file.rotation} width={92} />
              <span>{page}</span>
            </button>
            {begins && <span className={styles.mark}>часть {part + 1}</span>}
          </li>
        )
      })}
    </ol>
  )
}

function PartLine({
  part,
  number,
  into,
  owner,
  onChange,
}: {
  part: Part
  number: number
  into: Into
  owner: Pick<Document, 'ownerType'>
  onChange: (change: Partial<Pick<Part, 'taken' | 'typeCode'>>) => void
}) {
  const groups = useTypeGroups(owner)
  return (
    <li>
      <label className={styles.take}>
        <input
          type="checkbox"
          checked={part.taken}
          onChange={(event) => onChange({ taken: event.target.checked })}
        />
        <b>Часть {number}</b> <span className="muted">{pagesText(part)}</span>
      </label>
      {part.taken && into === 'DOCUMENTS' ? (
        <GroupSelect
          aria-label={`Тип: часть ${number}`}
          placeholder="Тип назначу позже"
          groups={groups}
          value={part.typeCode}
          onChange={(typeCode) => onChange({ typeCode })}
        />
      ) : (
        <span className="muted small">
          {part.taken ? 'станет отдельным файлом' : 'останется в документе'}
        </span>
      )}
    </li>
  )
}

/** Splits a PDF: pages in small, cuts between them, what each part becomes. */
export function SplitDialog({
  document,
  file,
  onClose,
}: {
  document: Document
  file: DocumentFile
  onClose: () => void
}) {
  const [cuts, setCuts] = useState(() => wholeFile(file.pages ?? 1))
  const [every, setEvery] = useState<number | null>(1)
  const [into, setInto] = useState<Into>('DOCUMENTS')
  const [busy, setBusy] = useState(false)
  const source = useMemo(
    () =>
      fileSource(viewDocument, {
        params: { id: String(document.id) },
        query: { storageId: file.storageId },
      }),
    [document.id, file.storageId],
  )
  const parts = partsOf(cuts)
  const taken = parts.filter((part) => part.taken)
  const issue = splitIssue(parts)
  const cutAll = () => {
    if (every !== null) setCuts(cutEvery(cuts, every))
  }
  const apply = async () => {
    if (issue !== null || busy) return
    setBusy(true)
    const done = await changeDocuments(
      () =>
        call(splitDocument, {
          params: { id: String(document.id) },
          body: {
            storageId: file.storageId,
            version: file.version,
            into,
            parts: taken.map(({ from, to, typeCode, title }) => ({ from, to, typeCode, title })),
          },
        }),
      into === 'DOCUMENTS'
        ? `Создано: ${countOf(taken.length, 'документ', 'документа', 'документов')}`
        : 'Файл разделён',
    )
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog
      open
      title={`Разделить: ${file.name}`}
      size="wide"
      outside="ask"
      onClose={onClose}
      approval={{
        text: 'Разделить',
        onApprove: () => void apply(),
        busy,
        disabledReason: issue,
      }}
    >
      <div className={styles.tools}>
        <span className="muted">Нажмите страницу, с которой начинается новая часть.</span>
        <span
          className={styles.every}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
            // In this field Enter cuts, and does not approve the whole.
            event.preventDefault()
            cutAll()
          }}
        >
          <label htmlFor="split-every">по</label>
          <NumberInput id="split-every" min={1} max={cuts.pages} value={every} onChange={setEvery} />
          <span>стр.</span>
          <Button onClick={cutAll}>Нарезать</Button>
          <Button onClick={() => setCuts(wholeFile(cuts.pages))}>Сбросить</Button>
        </span>
      </div>
      <div className={styles.split}>
        <div className={styles.left}>
          <PageGrid file={{ ...file, source }} cuts={cuts} onCut={(page) => setCuts(toggleCut(cuts, page))} />
        </div>
        <div className={styles.right}>
          <fieldset className={styles.into}>
            <legend>Отмеченные части</legend>
            {(Object.keys(splitTargets) as Into[]).map((target) => (
              <label key={target}>
                <input
                  type="radio"
                  name="split-into"
                  checked={into === target}
                  onChange={() => setInto(target)}
                />
                {splitTargets[target]}
              </label>
            ))}
          </fieldset>
          <ul className={styles.parts} aria-label="Части">
            {parts.map((part, at) => (
              <PartLine
                key={part.from}
                part={part}
                number={at + 1}
                into={into}
                owner={document}
                onChange={(change) => setCuts(choose(cuts, part.from, change))}
              />
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  )
}
