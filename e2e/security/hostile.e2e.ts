import { testHostileAnswers } from './hostile-answers.ts'

testHostileAnswers('through the console server, which redacts')
