import './styles.ts'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cssVariables, theme } from './theme.ts'

/** Renders a page: the same theme, the same colours, the same element of its HTML. */
export function showPage(page: ReactNode) {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root".')
  printInLight()
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          {page}
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  )
}

/** Paper is white even if the screen is dark. */
function printInLight(): void {
  const { documentElement } = document
  const attribute = 'data-mantine-color-scheme'
  let before: string | null = null
  window.addEventListener('beforeprint', () => {
    before = documentElement.getAttribute(attribute)
    documentElement.setAttribute(attribute, 'light')
  })
  window.addEventListener('afterprint', () => {
    if (before !== null) documentElement.setAttribute(attribute, before)
  })
}
