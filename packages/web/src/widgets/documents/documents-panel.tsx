import {
  type Document,
  type DocumentFile,
  type DocumentOwner,
  downloadArchive,
  generatePdf,
  listDocumentHistory,
  orderDocuments,
} from '@ipoteka-office/contract/documents/documents.ts'
import { uploadHint } from '@ipoteka-office/contract/uploads/uploads.ts'
import { type ReactNode, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { Fold } from '#ui/fold.tsx'
import { Icon } from '#ui/icon.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { FilterBar } from '#ui/table/filter-chip.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { FailureBlock, Forbidden } from '../failure-block.tsx'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { useDocumentAccess } from './document-access.ts'
import { documentCalls } from './document-actions.ts'
import { DocumentGroupList } from './document-group-list.tsx'
import { groupsOf, isFound, movedTo } from './document-groups.ts'
import { DocumentOpen, type Opened } from './document-open.tsx'
import type { RowAsks } from './document-row.tsx'
import styles from './documents.module.css'
import { DocumentsBulk } from './documents-bulk.tsx'
import { FileVersionsDialog } from './file-versions-dialog.tsx'
import { useForeignPapers } from './foreign-papers.ts'
import { NewDocumentDialog } from './new-document.tsx'
import { saveFile } from './save-file.ts'
import { useFileDrop } from './upload/file-drop.ts'
import { pickFiles } from './upload/pick-file.ts'
import { TypeDialog } from './upload/type-dialog.tsx'
import { useTypedUpload } from './upload/typed-upload.tsx'
import { uploaderOf } from './upload/uploader.ts'
import { UploadsTray } from './upload/uploads-tray.tsx'
import {
  changeDocuments,
  refreshDocuments,
  useDocuments,
  useDocumentTypes,
  useListCache,
} from './use-documents.ts'

// Brings the engine of PDF with it.
const SplitDialog = onDemand(async () => (await import('./split-dialog.tsx')).SplitDialog)

/** What the panel is asking about. */
type Asked =
  | { kind: 'new' }
  | { kind: 'type'; document: Document }
  | { kind: 'split'; document: Document; file: DocumentFile }
  | { kind: 'versions' | 'history'; document: Document }

function Asks({
  asked,
  owner,
  onClose,
  onOpen,
}: {
  asked: Asked
  owner: DocumentOwner
  onClose: () => void
  onOpen: (opened: Opened) => void
}) {
  if (asked.kind === 'new')
    return (
      <NewDocumentDialog owner={owner} onClose={onClose} onCreated={(documentId) => onOpen({ documentId })} />
    )
  const { document } = asked
  if (asked.kind === 'type')
    return (
      <TypeDialog
        title={document.type ? 'Изменить тип' : 'Назначить тип'}
        text={document.files[0]?.name ?? ''}
        owner={owner}
        current={document.type?.code ?? null}
        onChoose={(code) => changeDocuments(() => documentCalls.assign(document, code), 'Тип назначен')}
        onClose={onClose}
      />
    )
  if (asked.kind === 'split') return <SplitDialog document={document} file={asked.file} onClose={onClose} />
  if (asked.kind === 'versions') return <FileVersionsDialog document={document} onClose={onClose} />
  return (
    <HistoryDialog
      title="История документа"
      pages={(page) => query(listDocumentHistory, { params: { id: String(document.id) }, query: page })}
      onClose={onClose}
    />
  )
}

interface PanelProps {
  owner: DocumentOwner
  /** The document that is open; the host keeps it in the address, so that «back» closes it. */
  opened: Opened | null
  onOpen: (opened: Opened | null) => void
  /** What is asked for: stands under the place for files, and the documents fold under it. */
  wanted?: ReactNode
}

function usePanel({ owner, opened, onOpen }: PanelProps) {
  const access = useDocumentAccess(owner.ownerType)
  const [deleted, setDeleted] = useState(false)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  // A link may lead to a document that has the delete mark.
  const answer = useDocuments(owner, deleted || opened !== null)
  const categories = useDocumentTypes(owner)
  const foreign = useForeignPapers(owner)
  const uploader = uploaderOf(owner)
  const typed = useTypedUpload(owner)
  const setCached = useListCache(owner)
  const all = (answer.data?.documents ?? []).filter(
    ({ id, deletedAt }) => deleted || deletedAt === null || id === opened?.documentId,
  )
  const shown = all.filter((document) => isFound(document, text))
  const move = (id: number, target: number) => {
    const live = all.filter(({ deletedAt }) => deletedAt === null).map((one) => one.id)
    const ids = movedTo(live, id, target)
    const orderVersion = answer.data?.orderVersion ?? 0
    setCached((documents) => [
      ...ids.flatMap((one) => documents.find((document) => document.id === one) ?? []),
      ...documents.filter((document) => !ids.includes(document.id)),
    ])
    void changeDocuments(() => call(orderDocuments, { body: { ...owner, orderVersion, ids } })).then(
      (done) => done || refreshDocuments(),
    )
  }
  const add = async (target: { documentId?: number } = {}) => {
    const files = await pickFiles({ multiple: true })
    if (files.length === 0) return
    if (target.documentId === undefined) await typed.upload(files)
    else await uploader.add(files, target)
  }
  const asks: RowAsks = {
    open: (document, storageId) => onOpen({ documentId: document.id, storageId }),
    assign: (document) => setAsked({ kind: 'type', document }),
    split: (document, file) => setAsked({ kind: 'split', document, file }),
    versions: (document) => setAsked({ kind: 'versions', document }),
    history: (document) => setAsked({ kind: 'history', document }),
    addFiles: (document, files) =>
      void (files ? uploader.add([...files], { documentId: document.id }) : add({ documentId: document.id })),
  }
  return {
    access,
    answer,
    all,
    shown,
    groups: groupsOf(shown, categories),
    chosen: all.filter(({ id }) => chosen.includes(id)),
    setChosen,
    choose: (ids: readonly number[], on: boolean) =>
      setChosen((now) => {
        const rest = now.filter((id) => !ids.includes(id))
        return on ? [...rest, ...ids] : rest
      }),
    deleted,
    setDeleted,
    text,
    setText,
    asked,
    setAsked,
    asks,
    add,
    typed,
    categories,
    foreign,
    uploader,
    move: access.update === null && text === '' ? move : null,
  }
}

type Panel = ReturnType<typeof usePanel>

const typesOfCategory = (categories: Panel['categories'], category: string) =>
  categories.find(({ code }) => code === category)?.types.map(({ code }) => code) ?? []

/** The one place to bring files to, and what can be done with all of them at once. */
function DropZone({ panel, owner }: { panel: Panel; owner: DocumentOwner }) {
  const { access, all, add, setAsked } = panel
  const nothing = all.some(({ files, deletedAt }) => files.length > 0 && deletedAt === null)
    ? null
    : 'Файлов ещё нет'
  const asked = { query: { ownerType: owner.ownerType, ownerId: String(owner.ownerId) } }
  return (
    <div className={cx(styles.zone, access.create !== null && styles.shut)}>
      <Icon name={access.create === null ? 'upload' : 'file'} />
      <span className={styles.zoneText}>
        {access.create === null ? 'Перетащите файлы: тип определим сами' : 'Документы'}
        {access.create === null && <span className="muted small"> {uploadHint}</span>}
      </span>
      <Menu
        label="Ещё о документах"
        items={[
          {
            label: 'Скачать всё архивом',
            reason: access.archive ?? nothing,
            onClick: () => void saveFile('Архив', downloadArchive, asked),
          },
          {
            label: 'Собрать всё в один PDF',
            reason: nothing,
            onClick: () => void saveFile('Сборка PDF', generatePdf, asked),
          },
          {
            label: 'Новый документ без файла',
            reason: access.create,
            onClick: () => setAsked({ kind: 'new' }),
          },
        ]}
      >
        Ещё
      </Menu>
      <Button disabledReason={access.create} onClick={() => void add()}>
        Выбрать файлы
      </Button>
    </div>
  )
}

function Tools({ panel }: { panel: Panel }) {
  return (
    <FilterBar>
      <SearchInput label="Найти документ" value={panel.text} onSearch={panel.setText} />
      <ToggleChip value={panel.deleted} onChange={panel.setDeleted}>
        Показать удалённые
      </ToggleChip>
    </FilterBar>
  )
}

function Groups({ panel, owner }: { panel: Panel; owner: DocumentOwner }) {
  const { answer, groups, access, text } = panel
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonRows count={6} />
  if (groups.length === 0)
    return text ? (
      <Empty title="Ничего не найдено" text={`По словам «${text}» документов нет.`}>
        <Button onClick={() => panel.setText('')}>Показать все</Button>
      </Empty>
    ) : (
      <Empty
        title="Документов ещё нет"
        text={access.create === null ? 'Бросьте файлы в любое место этой страницы.' : undefined}
      />
    )
  const parts = {
    owner,
    access,
    asks: panel.asks,
    foreign: panel.foreign,
    chosen: new Set(panel.chosen.map(({ id }) => id)),
    onChoose: panel.choose,
    onMove: panel.move,
    onCategoryFiles: (category: string, files: File[]) =>
      void panel.typed.upload(files, {}, typesOfCategory(panel.categories, category)),
  }
  return groups.map((group) => <DocumentGroupList key={group.code ?? ''} group={group} parts={parts} />)
}

/** The documents themselves by category, with what is chosen of them. */
function Shelf({ panel, owner }: { panel: Panel; owner: DocumentOwner }) {
  return (
    <>
      <Tools panel={panel} />
      {panel.chosen.length > 0 && (
        <DocumentsBulk
          owner={owner}
          documents={panel.all}
          chosen={panel.chosen}
          access={panel.access}
          onChosen={panel.setChosen}
        />
      )}
      <div className="card">
        <Groups panel={panel} owner={owner} />
      </div>
    </>
  )
}

/** Documents that want a person: nobody has told what they are. */
const unsortedNote = (documents: readonly Document[]): string | undefined => {
  const count = documents.filter(({ type, deletedAt }) => type === null && deletedAt === null).length
  return count === 0 ? undefined : `без типа ${count}`
}

function List({ panel, owner, wanted }: { panel: Panel; owner: DocumentOwner; wanted: ReactNode }) {
  const { access, uploader, all } = panel
  const drop = useFileDrop((files) => void panel.typed.upload(files), access.create !== null)
  const unsorted = unsortedNote(all)
  return (
    <div {...drop.props} className={cx(styles.panel, drop.over && styles.over)}>
      <DropZone panel={panel} owner={owner} />
      <UploadsTray uploader={uploader} documents={all} />
      {wanted === undefined ? (
        <Shelf panel={panel} owner={owner} />
      ) : (
        <div className="card">
          {wanted}
          <Fold
            name="Все документы по категориям"
            count={all.filter(({ deletedAt }) => deletedAt === null).length}
            note={unsorted}
            memory={`documents ${owner.ownerType} ${owner.ownerId}`}
            opensItself={unsorted !== undefined}
          >
            <div className={styles.shelf}>
              <Shelf panel={panel} owner={owner} />
            </div>
          </Fold>
        </div>
      )}
      {drop.over && <p className={styles.dropNote}>Отпустите файлы, чтобы загрузить. {uploadHint}</p>}
    </div>
  )
}

function Content(props: PanelProps) {
  const { owner, opened, onOpen } = props
  const panel = usePanel(props)
  const document = opened ? panel.all.find(({ id }) => id === opened.documentId) : undefined
  return (
    <>
      {opened && panel.answer.data && !document && (
        <Empty title="Документа здесь нет" text="Его удалили, или ссылка ведёт на другую запись.">
          <Button onClick={() => onOpen(null)}>К списку</Button>
        </Empty>
      )}
      {document && (
        <>
          <UploadsTray brief uploader={panel.uploader} documents={panel.all} />
          <DocumentOpen
            document={document}
            groups={panel.groups}
            storageId={opened?.storageId}
            access={panel.access}
            asks={panel.asks}
            onOpen={onOpen}
          />
        </>
      )}
      {!opened && <List panel={panel} owner={owner} wanted={props.wanted} />}
      {panel.typed.dialog}
      {panel.asked && (
        <Asks asked={panel.asked} owner={owner} onClose={() => panel.setAsked(null)} onOpen={onOpen} />
      )}
    </>
  )
}

/** The documents of anything that has them: by category, with uploads, order, review, and each one open beside its file. */
export function DocumentsPanel(props: PanelProps) {
  const { read } = useDocumentAccess(props.owner.ownerType)
  if (read !== null) return <Forbidden />
  return <Content key={`${props.owner.ownerType} ${props.owner.ownerId}`} {...props} />
}
