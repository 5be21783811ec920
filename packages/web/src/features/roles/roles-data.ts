import { topics } from '@ipoteka-office/contract/live.ts'
import * as insight from '@ipoteka-office/contract/roles/role-insight.ts'
import { roleRequests } from '@ipoteka-office/contract/roles/role-requests.ts'
import * as api from '@ipoteka-office/contract/roles/roles.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFeature } from '#api/features.ts'
import { keyOf, query } from '#api/query.ts'
import { useLiveRefresh } from '#widgets/live-refresh.ts'

const changing = [
  api.listRoles,
  api.getRole,
  api.getRoleSettings,
  api.getRoleMenu,
  api.compareRoles,
  api.listRoleHistory,
  api.previewRoleChange,
  roleRequests.list,
  roleRequests.get,
  insight.getEffectiveOperations,
  insight.findWhoCan,
  insight.explainAccess,
]

/** Reads again whatever is shown of roles and of who may what. */
export async function reloadRoles(client: QueryClient): Promise<void> {
  await Promise.all(changing.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
}

/** What the page is built of: all roles, how changes of them are made, the rows of the matrix. */
export function useRoles() {
  const client = useQueryClient()
  const roles = useQuery(query(api.listRoles, { query: {} }))
  const settings = useQuery(query(api.getRoleSettings))
  const matrix = useQuery(query(api.listObjectTypes))
  const fourEyes = useFeature(api.fourEyesFeature)
  const known = useRef(fourEyes)
  useEffect(() => {
    if (known.current === fourEyes) return
    known.current = fourEyes
    void client.invalidateQueries({ queryKey: keyOf(api.getRoleSettings) })
  }, [fourEyes, client])
  // Requests are told of as notifications, changes of the own rights by a topic of their own.
  useLiveRefresh(topics.mine, () => void reloadRoles(client))
  useLiveRefresh(topics.rights, () => void reloadRoles(client))
  return { roles, settings, matrix }
}
