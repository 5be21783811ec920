import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { RuleType } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import {
  createDocumentRule,
  getDocumentRule,
  listRuleRevisions,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { RuleEditor } from './rule-editor.tsx'

export const Route = createFileRoute('/document-edit/$id/$ruleType')({ component: RuleEditPage })

function RuleEditPage() {
  const { id, ruleType } = Route.useParams()
  const type = RuleType.safeParse(ruleType).data
  const rights = useRights()
  if (!type) return <NotFound />
  if (id === 'new') {
    if (!rights.mayCall(createDocumentRule)) return <Forbidden />
    return <RuleEditor key={`new/${type}`} type={type} rule={null} revisions={[]} />
  }
  if (!IdParam.safeParse(id).success) return <NotFound />
  if (!rights.mayCall(getDocumentRule)) return <Forbidden />
  return <LoadedRule key={id} id={id} type={type} />
}

function LoadedRule({ id, type }: { id: string; type: RuleType }) {
  const params = { id }
  const rule = useQuery({ ...query(getDocumentRule, { params }), gcTime: 0 })
  const revisions = useQuery({ ...query(listRuleRevisions, { params }), gcTime: 0 })
  const failed = rule.isError ? rule : revisions.isError ? revisions : null
  if (rule.data && revisions.data) {
    // An address that names another type than the rule's is wrong.
    if (rule.data.ruleType !== type) return <NotFound />
    return <RuleEditor type={type} rule={rule.data} revisions={revisions.data} />
  }
  if (failed) return <FailureBlock failure={failed.error} onRetry={() => void failed.refetch()} />
  return <PageSkeleton kind="form" />
}
