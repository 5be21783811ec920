import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { createVersion } from '@ipoteka-office/contract/products/products.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { lastSearchOf } from '#widgets/list/list-place.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { catalogueOf, listPlaces, objectOf, onePageHref, productHref } from '../product-words.ts'
import type { CardSearch } from './card-search.ts'
import { type PartKey, partOfPath, partWords, shownParts } from './card-parts.ts'
import { ProductHead } from './product-head.tsx'
import { adoptProduct, useChecks, useProductRecord } from './use-product-record.ts'

// Each part brings itself: the page comes with its head alone.
const MainPart = latePart(async () => (await import('../parts/main-part.tsx')).MainPart)
const LimitsPart = latePart(async () => (await import('../parts/limits-part.tsx')).LimitsPart)
const RatesPart = latePart(async () => (await import('../rates/rates-part.tsx')).RatesPart)
const ChangesPart = latePart(async () => (await import('../parts/changes-part.tsx')).ChangesPart)
const ConditionsPart = latePart(async () => (await import('../parts/conditions-part.tsx')).ConditionsPart)
const DocumentsPart = latePart(async () => (await import('../parts/documents-part.tsx')).DocumentsPart)
const InsurancePart = latePart(async () => (await import('../parts/documents-part.tsx')).InsurancePart)
const EffectPart = latePart(async () => (await import('../parts/effect-part.tsx')).EffectPart)
const UsePart = latePart(async () => (await import('../parts/use-part.tsx')).UsePart)
const AdditionsPart = latePart(async () => (await import('../parts/additions-part.tsx')).AdditionsPart)
const ReleasesPart = latePart(async () => (await import('../releases/releases-part.tsx')).ReleasesPart)
const ImpactPart = latePart(async () => (await import('../impact/impact-part.tsx')).ImpactPart)
const AuditPart = latePart(async () => (await import('../parts/talk-part.tsx')).AuditPart)
const CommentsPart = latePart(async () => (await import('../parts/talk-part.tsx')).CommentsPart)
const OnePage = latePart(async () => (await import('./one-page.tsx')).OnePage)
const IssuesLine = latePart(async () => (await import('./issues.tsx')).IssuesLine, null)
const MoveDialog = onDemand(async () => (await import('./version-actions.tsx')).MoveDialog)
const CopyProductDialog = onDemand(
  async () => (await import('../create-product-dialog.tsx')).CopyProductDialog,
)
const VersionProcess = onDemand(async () => (await import('./version-process.tsx')).VersionProcess)

const noLabels: Readonly<Record<string, string>> = {}

/** How the parts stand: under tabs, or all on one page. */
export type CardView = 'tabs' | 'page'

const otherLooks: Readonly<Record<CardView, string>> = {
  tabs: 'Всё на одной странице',
  page: 'По вкладкам',
}
type Window =
  | { readonly kind: 'move'; readonly action: AllowedAction }
  | { readonly kind: 'copy' | 'process' }

/** Parts that are no fields: they are read by themselves. */
const unwritten: ReadonlySet<PartKey> = new Set([
  'use',
  'options',
  'promotions',
  'releases',
  'audit',
  'comments',
])

/** What a version would change is told of one that is ahead, to those who write or release versions. */
function showsImpact({ kind, lending, shown }: Product, rights: ReturnType<typeof useRights>): boolean {
  const object = objectOf(catalogueOf(lending))
  const isAhead = !shown.inForce && shown.state !== 'ARCHIVE'
  const watches = (['Update', 'Approve', 'Release'] as const).some((right) =>
    rights.all({ [object]: [right] }),
  )
  return kind === 'PRODUCT' && rights.isAhml && isAhead && watches
}

/** The card of a product, an option or a promotion: the form of its draft, or what a version says. */
export function ProductEditor({
  product,
  view,
  search,
  onSearch,
}: {
  product: Product
  view: CardView
  search: CardSearch
  onSearch: (search: CardSearch, replace?: boolean) => void
}) {
  const { shown, kind, lending } = product
  const place = listPlaces[catalogueOf(lending)]
  const title = shown.content.names.staff
  usePagePlace('Продукты', place, title)
  const client = useQueryClient()
  const navigate = useNavigate()
  const rights = useRights()
  const [window, setWindow] = useState<Window | null>(null)
  const keys = shownParts(kind, {
    mayAudit: rights.all({ [objectOf(catalogueOf(lending))]: ['ReadAudit'] }),
    isOfBank: rights.isAhml,
  })
  const tab = search.tab && keys.includes(search.tab) ? search.tab : 'main'
  const openPart = (part: PartKey) => {
    if (view === 'page') document.getElementById(part)?.scrollIntoView()
    else onSearch({ ...search, tab: part })
  }
  const checks = useChecks()
  const kit = useProductRecord({ product, checks, onMistake: (path) => openPart(partOfPath(path)) })
  const { form, isDirty } = kit
  const disabled = kit.refusal !== null
  const part = { control: form.control, disabled }
  const isLoan = lending !== 'MORTGAGE'
  const open = (href: string) => {
    kit.leaveFreely()
    void navigate({ href })
  }
  const goTo = (path: string) => {
    openPart(partOfPath(path))
    setTimeout(() => form.setFocus(path as never), 0)
  }
  const move = async (action: AllowedAction) => {
    if (isDirty && !(await kit.submit())) return
    setWindow({ kind: 'move', action })
  }
  const begin = async () => {
    try {
      await call(createVersion, { params: { id: String(product.id) }, body: { from: shown.number } })
      await adoptProduct(client)
      toast.success('Черновик нового выпуска создан')
      onSearch({ ...(search.tab && { tab: search.tab }) })
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  const impact = showsImpact(product, rights) && (
    <ImpactPart
      product={product}
      dirty={isDirty}
      chosen={search.impact}
      onChoose={(direction) => {
        const { impact: _, ...rest } = search
        onSearch(direction === undefined ? rest : { ...rest, impact: direction }, true)
      }}
    />
  )
  const draws: Readonly<Record<PartKey, () => ReactNode>> = {
    main: () => <MainPart {...part} isLoan={isLoan} />,
    limits: () => <LimitsPart {...part} isLoan={isLoan} />,
    rates: () => (
      <>
        <RatesPart {...part} product={product} dirty={isDirty} />
        {impact}
      </>
    ),
    changes: () => <ChangesPart {...part} memory={`product/${product.id}`} />,
    effect: () => kind !== 'PRODUCT' && <EffectPart {...part} kind={kind} catalogue={catalogueOf(lending)} />,
    use: () => <UsePart product={product} />,
    options: () => <AdditionsPart product={product} of="options" />,
    promotions: () => <AdditionsPart product={product} of="promotions" />,
    conditions: () => <ConditionsPart {...part} isLoan={isLoan} />,
    documents: () => <DocumentsPart {...part} />,
    insurance: () => <InsurancePart {...part} isLoan={isLoan} />,
    releases: () => (
      <>
        <ReleasesPart
          product={product}
          pair={search}
          onPair={(pair) => onSearch({ ...search, ...pair }, true)}
        />
        {impact}
      </>
    ),
    audit: () => <AuditPart product={product} />,
    comments: () => <CommentsPart product={product} />,
  }
  const other =
    kind === 'PRODUCT'
      ? {
          text: otherLooks[view],
          onClick: () =>
            void navigate({ href: view === 'tabs' ? onePageHref(product.id) : productHref(product) }),
        }
      : null
  return (
    <>
      <RecordForm
        kit={kit}
        label={title}
        labels={checks?.labels ?? noLabels}
        enterSaves={false}
        focus={goTo}
        head={
          <ProductHead
            product={product}
            dirty={isDirty}
            busy={kit.busy}
            refusal={kit.refusal}
            other={other}
            onBack={() =>
              void navigate({ to: place.href, search: lastSearchOf(`products.${catalogueOf(lending)}`) })
            }
            onMove={(action) => void move(action)}
            onCopy={() => setWindow({ kind: 'copy' })}
            onNewVersion={() => void begin()}
            onProcess={() => setWindow({ kind: 'process' })}
          />
        }
        notices={
          !disabled && (
            <IssuesLine
              product={product}
              checks={checks}
              control={form.control}
              dirty={isDirty}
              onGo={goTo}
            />
          )
        }
      >
        {view === 'page' ? (
          <OnePage
            product={product}
            parts={keys.filter((key) => !unwritten.has(key))}
            draws={draws}
            kit={kit}
            checks={checks}
            pair={search}
            onPair={(pair) => onSearch({ ...search, ...pair }, true)}
            onGo={goTo}
          />
        ) : (
          <>
            <TabsWithCounts
              label="Разделы продукта"
              tabs={keys.map((key) => ({ key, label: partWords[key] }))}
              value={tab}
              onChange={(next) => onSearch({ ...search, tab: next })}
            />
            {draws[tab]()}
          </>
        )}
      </RecordForm>
      {window?.kind === 'move' && (
        <MoveDialog
          product={product}
          action={window.action}
          onMoved={(changed) => kit.replace(changed.shown)}
          onClose={() => setWindow(null)}
        />
      )}
      {window?.kind === 'copy' && (
        <CopyProductDialog product={product} onOpen={open} onClose={() => setWindow(null)} />
      )}
      {window?.kind === 'process' && <VersionProcess product={product} onClose={() => setWindow(null)} />}
    </>
  )
}
