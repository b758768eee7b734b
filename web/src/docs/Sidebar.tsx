import { Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { SearchIcon } from '../shared/content/Icons.tsx'
import { MethodBadge } from './operation/MethodBadge.tsx'
import type { Operation } from './operations.ts'
import { type DocsRoute, errorsAnchor, hashOf } from './route.ts'
import classes from './Sidebar.module.css'
import { search } from './search.ts'
import type { Reference } from './use-reference.ts'

interface SidebarProps {
  readonly reference: Reference
  readonly route: DocsRoute
  readonly onChosen: () => void
}

export function Sidebar({ reference, route, onChosen }: SidebarProps) {
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useHotkeys([['/', () => input.current?.focus()]])
  // Somebody who comes by a deep link sees where in the list they are.
  useEffect(() => {
    if (route.anchor !== '') list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [route.anchor])
  const found = new Set(search(reference.operations, query))
  const chapters = reference.chapters
    .map((chapter) => ({ ...chapter, operations: chapter.operations.filter((operation) => found.has(operation)) }))
    .filter((chapter) => chapter.operations.length > 0)

  const open = (anchor: string) => {
    window.location.hash = hashOf({ dialect: route.dialect, anchor })
    onChosen()
  }
  const handleSearchKey = (event: KeyboardEvent) => {
    const first = chapters[0]?.operations[0]
    if (event.key === 'Enter' && first && query.trim() !== '') open(first.anchor)
    else if (event.key === 'Escape') setQuery('')
    else if (event.key === 'ArrowDown') focusLink(list.current, 0)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className={classes.search}>
        <TextInput
          ref={input}
          type="search"
          aria-label="Search operations"
          placeholder="Search operations"
          leftSection={<SearchIcon />}
          rightSection={query === '' && <kbd className={classes.key}>/</kbd>}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={handleSearchKey}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut; every link is reached by Tab too. */}
      <div className={classes.list} ref={list} onKeyDown={(event) => moveInList(event, list.current, input.current)}>
        {query.trim() === '' && (
          <ul className={classes.links}>
            <PageLink route={route} anchor="" title="Overview" onChosen={onChosen} />
            <PageLink route={route} anchor={errorsAnchor} title="Errors" onChosen={onChosen} />
          </ul>
        )}
        {chapters.map((chapter) => (
          <div key={chapter.tag}>
            <p className={classes.chapter}>{chapter.title}</p>
            <ul className={classes.links} aria-label={chapter.title}>
              {chapter.operations.map((operation) => (
                <OperationLink key={operation.anchor} route={route} operation={operation} onChosen={onChosen} />
              ))}
            </ul>
          </div>
        ))}
        <Text size="sm" c="dimmed" role="status" px="md" py={query === '' ? 0 : 'sm'}>
          {query.trim() !== '' && (found.size === 0 ? 'No results.' : `${found.size} found`)}
        </Text>
      </div>
    </>
  )
}

interface PageLinkProps {
  readonly route: DocsRoute
  readonly anchor: string
  readonly title: string
  readonly onChosen: () => void
}

function PageLink({ route, anchor, title, onChosen }: PageLinkProps) {
  return (
    <li>
      <a
        href={hashOf({ dialect: route.dialect, anchor })}
        className={classes.link}
        aria-current={route.anchor === anchor ? 'page' : undefined}
        onClick={onChosen}
      >
        {title}
      </a>
    </li>
  )
}

function OperationLink({
  route,
  operation,
  onChosen,
}: Omit<PageLinkProps, 'anchor' | 'title'> & { operation: Operation }) {
  return (
    <li>
      <a
        href={hashOf({ dialect: route.dialect, anchor: operation.anchor })}
        className={classes.link}
        data-deprecated={operation.isDeprecated || undefined}
        aria-current={route.anchor === operation.anchor ? 'page' : undefined}
        onClick={onChosen}
      >
        <span className={classes.title}>{operation.title}</span>
        <MethodBadge method={operation.method} isSmall />
      </a>
    </li>
  )
}

function moveInList(event: KeyboardEvent, list: HTMLElement | null, input: HTMLInputElement | null) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !list) return
  event.preventDefault()
  const at = linksOf(list).indexOf(document.activeElement as HTMLAnchorElement)
  if (at + step < 0) input?.focus()
  else focusLink(list, at + step)
}

const linksOf = (list: HTMLElement | null) => [...(list?.querySelectorAll('a') ?? [])]
const focusLink = (list: HTMLElement | null, index: number) => linksOf(list)[index]?.focus()
