import { testHostileAnswers } from './hostile-answers.ts'
import { test } from '#e2e/rig/world.ts'

test.use({ served: 'files' })

testHostileAnswers('straight to the page, in tab mode')
