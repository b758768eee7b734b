import './styles.ts'
import { showPage } from '../shared/layout/Page.tsx'
import { DocsPage } from './DocsPage.tsx'

showPage(<DocsPage />)
