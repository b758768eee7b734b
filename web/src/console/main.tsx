/** One entry for both consoles; secrets in the address leave it first of all. */
import './styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { setUpCalls } from '../api/call.ts'
import { noteCall } from '../api/calls.ts'
import { consolePaths } from '../api/generated-console-paths.ts'
import { queryClient } from '../api/queries.ts'
import { showPage } from '../shared/layout/Page.tsx'
import { takeFromAddress } from '../shared/router/addresses.ts'
import { ConsoleApp } from './ConsoleApp.tsx'

/** Signed in, nobody needs the pages in front of it. */
const InvitationPage = lazy(async () => ({ default: (await import('./auth/InvitationPage.tsx')).InvitationPage }))
const ResetPage = lazy(async () => ({ default: (await import('./auth/ResetPage.tsx')).ResetPage }))

setUpCalls({ paths: consolePaths, record: noteCall })

function screen() {
  const link = /^#(invitation|reset)\b/.exec(window.location.hash)?.[1]
  if (link === undefined) return <ConsoleApp />
  const token = takeFromAddress('hash').get(link) ?? ''
  return link === 'invitation' ? <InvitationPage token={token} /> : <ResetPage token={token} />
}

showPage(
  <QueryClientProvider client={queryClient}>
    <Suspense>{screen()}</Suspense>
  </QueryClientProvider>,
)
