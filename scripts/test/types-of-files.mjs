// Types of the named files alone, in the program of the whole tree: what a change of few files costs, where the rest was checked before.
import ts from 'typescript';

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
const program = ts.createProgram(fileNames, options);
const named = process.argv.slice(2).map((file) => {
  const source = program.getSourceFile(file);
  if (!source) throw new Error(`${file} is not in the program`);
  return source;
});
const found = [
  ...program.getOptionsDiagnostics(),
  ...named.flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]),
];
if (found.length > 0) {
  console.log(
    ts.formatDiagnostics(found, {
      getCanonicalFileName: (file) => file,
      getCurrentDirectory: ts.sys.getCurrentDirectory,
      getNewLine: () => '\n',
    }),
  );
  process.exitCode = 1;
}
