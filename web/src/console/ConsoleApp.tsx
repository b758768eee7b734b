/** A console: the session, the frame, and the page that the address names. */
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call, setUpCalls, speak } from '../api/call.ts'
import { queryClient } from '../api/queries.ts'
import { Refused } from '../shared/api.ts'
import { useIsOffline } from '../shared/app/use-is-offline.ts'
import { AuthLayout } from '../shared/auth/AuthLayout.tsx'
import { Failure } from '../shared/feedback/Notice.tsx'
import { setHabits } from '../shared/format/habits.ts'
import { routeOf } from '../shared/router/router.ts'
import { words } from '../shared/texts/console.ts'
import { texts } from '../shared/texts/texts.ts'
import type { WhySignIn } from './auth/SignInPage.tsx'
import { AppFrame } from './frame/AppFrame.tsx'
import { agreeOnLanguage } from './language.ts'
import type { ConsolePage } from './page.ts'
import { findPage, pagesOf } from './pages.ts'
import { hasDevice, type Me, SignedContext } from './session.ts'

/** Loads the page of the address while the server checks the session. */
const kindOfAddress = window.location.pathname.startsWith('/operator') ? 'operator' : 'dealer'
pagesOf(kindOfAddress)
  .then((pages) => findPage(pages, routeOf(window.location.hash).path)?.page.Page.load())
  // The page itself tries again and shows the error.
  .catch(() => {})

const SignInPage = lazy(async () => ({ default: (await import('./auth/SignInPage.tsx')).SignInPage }))

/** Requested once per session, not with every page. */
const meQuery = {
  queryKey: ['me'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const me = (await call('getConsoleMe', undefined, undefined, signal)) as Me
    await agreeOnLanguage(me.person.lang)
    setHabits(me.person)
    return { me, pages: await pagesOf(me.kind) }
  },
  staleTime: 'static',
} as const

export function ConsoleApp() {
  const { data, error, isPending, refetch } = useQuery(meQuery)
  const [why, setWhy] = useState<WhySignIn>()
  const [isIn, setIsIn] = useState(true)
  const wasIn = useRef(false)
  const isOffline = useIsOffline()
  if (data) wasIn.current = true
  const end = useCallback((reason: WhySignIn) => {
    queryClient.removeQueries({ predicate: ({ queryKey: [name] }) => name !== 'me' })
    // Without an earlier session, none has ended.
    if (wasIn.current) setWhy(reason)
    setIsIn(false)
  }, [])
  useEffect(() => setUpCalls({ onSessionEnd: () => end('ended') }), [end])
  const reload = useCallback(async () => {
    await refetch()
  }, [refetch])
  const enter = async () => {
    await reload()
    setIsIn(true)
  }
  if (isPending) return <Skeleton height="100dvh" radius={0} role="status" aria-label={words.list.loading} />
  if (!isIn || (!data && error instanceof Refused && error.status === 401)) {
    return <SignInPage why={why} enter={enter} />
  }
  if (!data) {
    return (
      <AuthLayout title={isOffline ? texts.shared.app.offlineTitle : words.product}>
        <Failure error={error} retry={reload} />
      </AuthLayout>
    )
  }
  return <Inside {...data} reload={reload} end={end} />
}

interface InsideProps {
  readonly me: Me
  readonly pages: readonly ConsolePage[]
  reload(): Promise<void>
  end(why: WhySignIn): void
}

function Inside({ me, pages, reload, end }: InsideProps) {
  const isElsewhere = (me.kind === 'operator') !== window.location.pathname.startsWith('/operator')
  useEffect(() => {
    // Each console has its own address, whichever one the person used to sign in.
    if (isElsewhere) window.history.replaceState(null, '', `${me.kind === 'operator' ? '/operator' : '/console'}#/`)
  }, [isElsewhere, me.kind])
  const { id } = me.person
  useEffect(() => {
    if (hasDevice()) void import('./login/device.ts').then((device) => device.checkOwner(id))
  }, [id])
  const signed = useMemo(
    () => ({
      me,
      reload,
      leave: async () => {
        if (hasDevice()) await (await import('./login/device.ts')).forgetDevice().catch(() => {})
        await call('deleteConsoleSessionsCurrent', undefined).catch(() => {})
        end('out')
      },
    }),
    [me, reload, end],
  )
  // Before any page makes a request.
  if (me.dealer) speak(me.dealer.dialect)
  return (
    <SignedContext value={signed}>
      <AppFrame pages={pages} />
    </SignedContext>
  )
}
